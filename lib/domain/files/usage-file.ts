import { DEFAULT_CEILING_PLN } from '../format/money'
import { type FileTable, type ValuedColumn, wholeTable } from './file-table'

export type CapChangeLine = {
  readonly number: number
  readonly at: string
  readonly source: 'panel' | 'key' | 'outside'
  readonly actor: string | null
  readonly from_pln: number | null
  readonly to_pln: number | null
  readonly reason: string | null
  readonly overage_units: number | null
  readonly overage_grosz: number | null
}

/**
 * The amount in force, which is the default ceiling without an own cap; the column next to it tells which one it is.
 */
const amountOf = (pln: number | null) => pln ?? DEFAULT_CEILING_PLN
const kindOf = (pln: number | null) => (pln === null ? 'domyślny' : 'własny')

const sources = { panel: 'panel', key: 'klucz API', outside: 'poza panelem' } as const

const capColumns: readonly ValuedColumn<CapChangeLine>[] = [
  { name: 'numer', kind: 'number', width: 8, value: ({ number }) => number },
  { name: 'kiedy', kind: 'moment', width: 20, value: ({ at }) => at },
  { name: 'kto', kind: 'text', width: 28, value: ({ actor }) => (actor === null ? null : capActor(actor)) },
  { name: 'zrodlo', kind: 'text', width: 14, value: ({ source }) => sources[source] },
  { name: 'z_pln', kind: 'number', width: 10, value: ({ from_pln }) => amountOf(from_pln) },
  { name: 'z_rodzaj', kind: 'text', width: 12, value: ({ from_pln }) => kindOf(from_pln) },
  { name: 'na_pln', kind: 'number', width: 10, value: ({ to_pln }) => amountOf(to_pln) },
  { name: 'na_rodzaj', kind: 'text', width: 12, value: ({ to_pln }) => kindOf(to_pln) },
  { name: 'powod', kind: 'text', width: 40, value: ({ reason }) => reason },
  { name: 'nadwyzka_jednostki', kind: 'number', width: 20, value: ({ overage_units }) => overage_units },
  { name: 'nadwyzka_grosze', kind: 'number', width: 20, value: ({ overage_grosz }) => overage_grosz },
  { name: 'nadwyzka_pln', kind: 'hundredths', width: 20, value: ({ overage_grosz }) => overage_grosz },
]

/** `key:brd_R13H…1a2b fin-pro` as `fin-pro (brd_R13H…)`: the key's name and its visible beginning. */
export function capActor(actor: string): string {
  const key = /^key:(\S+?)…\S* (.*)$/.exec(actor)
  return key ? `${key[2]} (${key[1]}…)` : actor
}

export const capChangesTable = (changes: readonly CapChangeLine[]): FileTable =>
  wholeTable('Limit', capColumns, changes)
