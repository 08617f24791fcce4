import { foldLine } from '@/lib/domain/fold'
import { checkIdentifier, guessIdentifierType, type IdentifierType } from '@/lib/domain/identifiers'

import type { SheetRow } from './source-table'

/** What a column holds. `any`: a number whose kind is told by its shape. */
export const columnRoles = ['any', 'nip', 'krs', 'pesel', 'subject_id', 'label', 'tags', 'ignore'] as const
export type ColumnRole = (typeof columnRoles)[number]
export type IdentifierRole = 'any' | IdentifierType

export const isIdentifierRole = (role: ColumnRole | undefined): role is IdentifierRole =>
  role !== undefined && role !== 'label' && role !== 'tags' && role !== 'ignore'

export const isColumnRole = (value: unknown): value is ColumnRole => columnRoles.some((role) => role === value)

/** Whole words of a folded column name, the first that fits. A name with two kinds says nothing about either. */
const NAMES: readonly (readonly [RegExp, ColumnRole])[] = [
  [/\b(nip|vat|tax)\b.*\b(krs|pesel)\b|\b(krs|pesel)\b.*\b(nip|krs|pesel)\b/, 'any'],
  [/\b(nip|tax id|vat id|nr vat)\b/, 'nip'],
  [/\bkrs\b/, 'krs'],
  [/\bpesel\b/, 'pesel'],
  [/\b(uuid|subject id)\b/, 'subject_id'],
  [/\bregon\b|\b(identifier|id) type\b|\brodzaj\b/, 'ignore'],
  [/\b(identyfikator|identifier|identifier value|numer|number|id|nr)\b/, 'any'],
  [/\b(tag|tagi|tags)\b/, 'tags'],
  [/\b(nazwa|name|firma|kontrahent|podmiot|company|label|etykieta|opis|customer|supplier|dostawca|klient)\b/, 'label'],
]
const SAMPLE = 200

const nameKey = (name: string): string =>
  foldLine(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export const roleOfName = (name: string): ColumnRole | undefined =>
  NAMES.find(([pattern]) => pattern.test(nameKey(name)))?.[1]

export const isReadable = (cell: string): boolean => {
  const guess = guessIdentifierType(cell)
  return guess === 'ambiguous' || (guess !== 'unknown' && checkIdentifier(guess, cell).ok)
}

const hasNumber = (cell: string): boolean => cell.replace(/\D/g, '').length >= 5

export const widthOf = (rows: readonly SheetRow[]): number =>
  rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)

/** The first row names the columns: it has no number, and either a name that is known or a list of numbers under it. */
export function detectHeader(rows: readonly SheetRow[]): boolean {
  const [first, ...others] = rows.slice(0, SAMPLE)
  if (first === undefined || first.cells.some((cell) => hasNumber(cell) || isReadable(cell))) return false
  if (first.cells.some((cell) => roleOfName(cell) !== undefined)) return true
  const numbered = others.filter(({ cells }) => cells.some(isReadable)).length
  return first.cells.length > 1 && numbered * 2 > others.length
}

const shareReadable = (rows: readonly SheetRow[], column: number): number => {
  const cells = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '')
  return cells.length === 0 ? 0 : cells.filter(isReadable).length / cells.length
}

function bestColumn(rows: readonly SheetRow[], width: number): number {
  const shares = Array.from({ length: width }, (_, column) => shareReadable(rows, column))
  return shares.indexOf(Math.max(...shares))
}

/** Without names: the column with the most numbers identifies, and in a narrow list the others are the label. */
function rolesByContent(rows: readonly SheetRow[], width: number): ColumnRole[] {
  const best = bestColumn(rows, width)
  const label = best === 0 ? 1 : 0
  return Array.from({ length: width }, (_, column) => {
    if (column === best) return 'any'
    return width <= 3 || column === label ? 'label' : 'ignore'
  })
}

/** A column named `ID` or `Nr` counts only where no other names its kind: lists have numbers of their own. */
function settleNames(roles: ColumnRole[], rows: readonly SheetRow[]): ColumnRole[] {
  const hasKind = roles.some((role) => isIdentifierRole(role) && role !== 'any')
  const settled = hasKind ? roles.map((role) => (role === 'any' ? 'ignore' : role)) : roles
  if (settled.some(isIdentifierRole)) return settled
  const best = bestColumn(rows, roles.length)
  return settled.map((role, column) => (column === best ? 'any' : role))
}

/** What each column holds, by its name and otherwise by what stands in it. */
export function guessRoles(rows: readonly SheetRow[], hasHeader: boolean): ColumnRole[] {
  const width = widthOf(rows)
  const body = rows.slice(hasHeader ? 1 : 0, SAMPLE)
  if (!hasHeader) return rolesByContent(body, width)
  const names = rows[0]?.cells ?? []
  const roles = Array.from({ length: width }, (_, column) => roleOfName(names[column] ?? '') ?? 'ignore')
  return settleNames(roles, body)
}

/** Names that occur twice, as they are written. */
export function repeatedNames(names: readonly string[]): string[] {
  const keys = names.map(nameKey)
  return names.filter((_, index) => keys[index] !== '' && keys.indexOf(keys[index] ?? '') < index)
}

const hasPersonalLook = (name: string): boolean => name.replace(/\D/g, '').length > 4

/** What is remembered of a mapping: names of columns and nothing of what stands in them. Undefined: not worth keeping. */
export function mappingKey(names: readonly string[]): string | undefined {
  if (names.length < 2 || names.some(hasPersonalLook)) return undefined
  return names.map(nameKey).join('|')
}
