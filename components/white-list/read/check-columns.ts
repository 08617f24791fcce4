import { columnNameKey } from '@/lib/client/read-table/column-names'
import { sampleRows } from '@/lib/client/read-table/column-support'
import { bodyRows, countColumns } from '@/lib/client/read-table/columns'
import { findHeader } from '@/lib/client/read-table/header-row'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { readAccount } from '@/lib/domain/white-list/account'

import { readTypedDay } from './read-typed-day'

export const checkRoles = ['nip', 'account', 'day', 'ignore'] as const
export type CheckRole = (typeof checkRoles)[number]
export const isCheckRole = (value: string): value is CheckRole => checkRoles.some((role) => role === value)

/** How the columns of a list are read. */
export interface CheckColumns {
  /** The row with their names; rows above it are left out. */
  readonly header: number | undefined
  readonly roles: readonly CheckRole[]
}

const NAMES: readonly (readonly [RegExp, CheckRole])[] = [
  [/\b(nip|tax id|vat id|nr vat)\b/, 'nip'],
  [/\b(rachunek|rachunku|rachunki|konto|konta|account|iban|nrb)\b/, 'account'],
  [/\b(data|dzien|dnia|date|day|termin)\b/, 'day'],
]
const roleOfTitle = (name: string): CheckRole | undefined =>
  NAMES.find(([pattern]) => pattern.test(columnNameKey(name)))?.[1]

type Role = Exclude<CheckRole, 'ignore'>
const holds: Readonly<Record<Role, (cell: string) => boolean>> = {
  nip: (cell) => checkIdentifier('nip', cell).ok,
  account: (cell) => readAccount(cell).ok,
  day: (cell) => readTypedDay(cell) !== undefined,
}

/** Which columns are which: what most of their cells are comes before what they are called. */
export function guessCheckColumns(rows: readonly SheetRow[]): CheckColumns {
  const header = findCheckHeader(rows)
  const sample = sampleRows(bodyRows(rows, header))
  const titles = header === undefined ? [] : (rows[header]?.cells ?? [])
  const columns = Array.from({ length: countColumns(rows) }, (_, at) => ({
    at,
    title: roleOfTitle(titles[at] ?? ''),
    cells: sample.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''),
  }))
  const roles: CheckRole[] = columns.map(() => 'ignore')
  for (const role of ['nip', 'account', 'day'] as const) {
    const free = columns.filter(({ at }) => roles[at] === 'ignore')
    const shareOf = (cells: readonly string[]) => cells.filter(holds[role]).length / Math.max(1, cells.length)
    const proven = free.filter(({ cells, title }) => shareOf(cells) >= (title === role ? SOME : MOST))
    const chosen =
      proven.find(({ title }) => title === role) ??
      // A day that nobody calls one may be of an invoice, or of anything else.
      (role === 'day' ? undefined : proven[0]) ??
      free.find(({ title }) => title === role)
    if (chosen) roles[chosen.at] = role
  }
  return { header, roles }
}

const MOST = 0.5
const SOME = 0.05

/** The names of columns are looked for as imports do; a title that names an account or a day is one as well. */
function findCheckHeader(rows: readonly SheetRow[]): number | undefined {
  const found = findHeader(rows)
  if (found !== undefined) return found
  const [first] = rows
  const names = first?.cells.filter((cell) => cell !== '') ?? []
  const isTitle = names.some((cell) => roleOfTitle(cell) !== undefined) && names.every((cell) => !/\d{4}/.test(cell))
  return isTitle ? 0 : undefined
}
