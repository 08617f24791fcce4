import type { FileColumn, FileRow, FileTable } from './file-table'
import { DEFAULT_CEILING_PLN } from './money'
import { countOf } from './overage'

type UsedOfDay = { readonly lookups?: number | null | undefined; readonly overage_units?: number | null | undefined }

/** All lookups less those above the plan: gross − included = net. */
export function includedOf(day: UsedOfDay): number | undefined {
  const [gross, net] = [countOf(day.lookups), countOf(day.overage_units)]
  return gross === undefined || net === undefined || net > gross ? undefined : gross - net
}

type Figure = 'lookups' | 'rdf' | 'pdfs' | 'wpv_checks' | 'overage_units' | 'overage_grosz'
type FileDay = { readonly date: string } & { readonly [F in Figure]?: number | null | undefined }

/** A day in the order of `dayColumns`: the amount in grosz, and the same as złoty. */
export const dayRow = (day: FileDay): FileRow => [
  day.date,
  day.lookups,
  day.rdf,
  day.pdfs,
  day.wpv_checks,
  day.overage_units,
  day.overage_grosz,
  day.overage_grosz,
  includedOf(day),
]

/** A change of the spend cap, as the panel keeps it. */
export type CapChangeLine = {
  readonly number: number
  readonly at: string
  readonly source: 'panel' | 'outside'
  readonly actor: string | null
  readonly from_pln: number | null
  readonly to_pln: number | null
  readonly reason: string | null
  readonly overage_units: number | null
  readonly overage_grosz: number | null
}

const capColumns = [
  { name: 'numer', kind: 'number', width: 8 },
  { name: 'kiedy', kind: 'moment', width: 20 },
  { name: 'kto', kind: 'text', width: 28 },
  { name: 'zrodlo', kind: 'text', width: 14 },
  { name: 'z_pln', kind: 'number', width: 10 },
  { name: 'z_rodzaj', kind: 'text', width: 12 },
  { name: 'na_pln', kind: 'number', width: 10 },
  { name: 'na_rodzaj', kind: 'text', width: 12 },
  { name: 'powod', kind: 'text', width: 40 },
  { name: 'nadwyzka_jednostki', kind: 'number', width: 20 },
  { name: 'nadwyzka_grosze', kind: 'number', width: 20 },
  { name: 'nadwyzka_pln', kind: 'hundredths', width: 20 },
] as const satisfies readonly FileColumn[]

/** The amount in force, which no cap of one's own has too, and beside it which of both it was. */
const capCells = (pln: number | null) => [pln ?? DEFAULT_CEILING_PLN, pln === null ? 'domyślny' : 'własny']

const capChangeRow = (change: CapChangeLine): FileRow => [
  change.number,
  change.at,
  change.actor,
  change.source === 'panel' ? 'panel' : 'poza panelem',
  ...capCells(change.from_pln),
  ...capCells(change.to_pln),
  change.reason,
  change.overage_units,
  change.overage_grosz,
  change.overage_grosz,
]

export const capChangesTable = (changes: readonly CapChangeLine[]): FileTable => ({
  name: 'Limit',
  columns: capColumns,
  rows: changes.map(capChangeRow),
})
