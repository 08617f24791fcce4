import { bodyRows } from '@/lib/client/read-table/columns'
import { repairNumber } from '@/lib/client/read-table/repair-number'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { type ForeignCountry, foreignCountry, foreignFault } from '@/lib/domain/identifiers/country'
import { checkIdentifier, type IdentifierFault } from '@/lib/domain/identifiers/identifiers'
import { saysNone } from '@/lib/domain/identifiers/says-none'
import { explainText, type TextFault } from '@/lib/domain/identifiers/text-fault'
import type { PanelInput } from '@/lib/features/contract'
import { type AccountFault, type AccountReading, readAccount } from '@/lib/features/white-list/domain/account'

import type { CheckColumns, CheckRole } from './check-columns'
import { type DayFault, readListDay } from './read-typed-day'

/** The maximum of one check. Equals `MAX_WHITE_LIST_ROWS`, whose module is not part of the first load. */
export const MAX_CHECK_ROWS = 10_000

export type GoodRow = Readonly<PanelInput<'whiteListRuns.create'>['body']['rows'][number]>

export type RowFault =
  | {
      readonly field: 'nip'
      readonly fault: IdentifierFault | TextFault['fault'] | 'rounded' | 'country'
      /** The country of a foreign number. */
      readonly country?: string | undefined
    }
  | { readonly field: 'account'; readonly fault: AccountFault }
  | { readonly field: 'day'; readonly fault: DayFault | 'future' }
  | { readonly field: 'row'; readonly fault: 'repeated'; readonly first: number }

export interface CellFault {
  /** The invalid text. */
  readonly text: string
  readonly reason: RowFault
}

export interface BadRow {
  readonly line: number
  /** Everything that is wrong with the row, so that it needs to be corrected once only. */
  readonly faults: readonly CellFault[]
}

export interface JudgedList {
  /** The number of rows that are not empty. */
  readonly count: number
  readonly good: readonly GoodRow[]
  readonly bad: readonly BadRow[]
  readonly repeated: readonly BadRow[]
  /** The number of distinct NIPs in the valid rows; each is requested and charged once. */
  readonly numbers: number
  readonly withAccount: number
  /** The number of valid rows whose date is not today. */
  readonly otherDays: number
  /** The first and the last date of the transfers; undefined if no row names a date. */
  readonly days: { readonly first: string; readonly last: string; readonly rows: number } | undefined
  /** The number of rows with a valid NIP, including rows with another error. */
  readonly validNips: number
}

/** Splits the rows into those to check and those that are not sent, with reasons. `today` is the day in Warsaw. */
export function judgeList(
  rows: readonly SheetRow[],
  { header, roles }: Pick<CheckColumns, 'header' | 'roles'>,
  today: string,
): JudgedList {
  const [good, bad, repeated]: [GoodRow[], BadRow[], BadRow[]] = [[], [], []]
  const seen = new Map<string, number>()
  const body = bodyRows(rows, header).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  for (const row of body) {
    const result = judgeRow(row, roles, today)
    if ('faults' in result) {
      bad.push(result)
      continue
    }
    const key = `${result.nip} ${result.account ?? ''} ${result.day ?? ''}`
    const first = seen.get(key)
    if (first === undefined) {
      seen.set(key, result.line)
      good.push(result)
    } else
      repeated.push({
        line: result.line,
        faults: [{ text: result.nip, reason: { field: 'row', fault: 'repeated', first } }],
      })
  }
  const days = good.flatMap(({ day }) => day ?? []).toSorted(compareValues)
  const [first] = days
  return {
    days: first === undefined ? undefined : { first, last: days.at(-1) ?? first, rows: days.length },
    validNips:
      good.length +
      repeated.length +
      bad.filter(({ faults }) => faults.every(({ reason }) => reason.field !== 'nip')).length,
    count: body.length,
    good,
    bad,
    repeated,
    numbers: new Set(good.map(({ nip }) => nip)).size,
    withAccount: good.filter(({ account }) => account !== undefined).length,
    otherDays: good.filter(({ day }) => day !== undefined && day !== today).length,
  }
}

function judgeRow({ line, cells }: SheetRow, roles: readonly CheckRole[], today: string): GoodRow | BadRow {
  const [number, account, day] = roles.length === 1 ? splitCell(cells[0] ?? '') : cellsOf(cells, roles)
  const country = roles.includes('country') ? foreignCountry(cells[roles.indexOf('country')] ?? '') : undefined
  const nip = country === undefined ? readNip(number) : foreignNip(number, country)
  const payee = readPayee(account)
  const transferDay = pastDay(day, today)
  if (typeof nip === 'string' && payee.ok && transferDay.ok)
    return { line, nip, account: payee.account, day: transferDay.day }
  const faults: CellFault[] = []
  if (typeof nip !== 'string') faults.push({ text: number, reason: nip })
  if (!payee.ok) faults.push({ text: account, reason: { field: 'account', fault: payee.fault } })
  if (!transferDay.ok) faults.push({ text: day, reason: { field: 'day', fault: transferDay.fault } })
  return { line, faults }
}

const readPayee = (text: string): AccountReading | { readonly ok: true; readonly account: undefined } =>
  text === '' || saysNone(text) ? { ok: true, account: undefined } : readAccount(text)

type NipFault = Extract<RowFault, { field: 'nip' }>

/** The digits of the NIP, or why it is invalid. */
function readNip(text: string): string | NipFault {
  const { text: repaired, isRounded } = repairNumber(text, 'nip')
  if (isRounded === true) return { field: 'nip', fault: 'rounded' }
  const checked = checkIdentifier('nip', repaired)
  if (checked.ok) return checked.value
  const isFaultSpecific = checked.error === 'empty' || checked.error === 'checksum' || checked.error === 'prefix'
  return { field: 'nip', ...((isFaultSpecific ? undefined : explainText(repaired)) ?? { fault: checked.error }) }
}

function foreignNip(text: string, country: ForeignCountry): NipFault {
  const fault = foreignFault(text, country)
  return { field: 'nip', fault, ...(fault !== 'none' && { country: country.code }) }
}

function pastDay(text: string, today: string) {
  if (text === '') return { ok: true as const, day: undefined }
  const dayResult = readListDay(text)
  return dayResult.ok && dayResult.day > today ? { ok: false as const, fault: 'future' as const } : dayResult
}

type Parts = readonly [string, string, string]

function cellsOf(cells: readonly string[], roles: readonly CheckRole[]): Parts {
  const cellOf = (role: CheckRole) => (cells[roles.indexOf(role)] ?? '').trim()
  return [cellOf('nip'), cellOf('account'), cellOf('day')]
}

const DAY =
  /(?:^|\s)(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{1,2}\s+\p{L}{3,}\.?\s+\d{4})(?:\s*r(?:\.|oku)?)?\s*$/u
/** A NIP in any format, and the text after the space that follows it. */
const LEADING_NIP =
  /^((?:NIP[:.]?\s*)?(?:PL\s?)?\d{3}[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}|(?:PL\s?)?\d{3}-\d{2}-\d{2}-\d{3})\s+(.+)$/i

/** Splits a line that is one cell: a number, then optionally an account and a date, as users type them. */
function splitCell(cell: string): Parts {
  const text = cell.trim()
  const day = DAY.exec(text)
  const rest = day ? text.slice(0, day.index).trim() : text
  const found = LEADING_NIP.exec(rest)
  return found ? [found[1] ?? '', found[2] ?? '', day?.[1] ?? ''] : [rest, '', day?.[1] ?? '']
}
