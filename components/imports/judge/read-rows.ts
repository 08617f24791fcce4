import { type ColumnRole, isIdentifierRole, kindOfCell, namesKrs } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { type ForeignCountry, foreignCountry } from '@/lib/domain/identifiers/country'
import { splitTags } from '@/lib/domain/tags/tags'

import type { RowNumber } from './judge-row'

const noTags: readonly string[] = []

/** A label is one line; what a spreadsheet hides in it becomes a blank, and what keeps a formula from running is dropped. */
function oneLine(text: string): string {
  const line = /\p{Cc}/u.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text
  return line.startsWith("'") && /^'[=+\-@＝＋－＠]/.test(line) ? line.slice(1) : line
}

const FILTER_COLUMN = 'filtr'

/** What a row of the source says, before it is judged. */
export interface ListedRow {
  /** Its row among those below the names of the columns. */
  readonly place: number
  /** The column that gives its number, where each of several gives one. */
  readonly column: number | undefined
  readonly line: number
  readonly numbers: readonly RowNumber[]
  readonly label: string
  readonly tags: readonly string[]
  readonly isFilter: boolean
  readonly country: ForeignCountry | undefined
}

export const noListedRow: ListedRow = {
  place: 0,
  column: undefined,
  line: 0,
  numbers: [],
  label: '',
  tags: noTags,
  isFilter: false,
  country: undefined,
}

/** Columns of each use, found once for all rows. */
interface Columns {
  readonly identifiers: readonly { readonly at: number; readonly role: RowNumber['role']; readonly isShort: boolean }[]
  readonly kind: number | undefined
  readonly country: number | undefined
  /** Each of these gives a number of its own. */
  readonly each: readonly number[]
  /** Of the panel's own files: what a monitor without an identifier watches. */
  readonly filter: number
  readonly labels: readonly number[]
  readonly tags: readonly number[]
}

/** What the columns are for, by how they are read and what they are called. */
export function columnsOf({ roles, rivals = [], isEach = false }: Mapping, names: readonly string[]): Columns {
  const at = (wanted: ColumnRole) => roles.flatMap((role, column) => (role === wanted ? [column] : []))
  const identifiers = roles.flatMap((role, column) =>
    isIdentifierRole(role) ? [{ at: column, role, isShort: namesKrs(names[column] ?? '') }] : [],
  )
  return {
    // A REGON is only read where nothing else is.
    identifiers: identifiers.toSorted((a, b) => Number(a.role === 'regon') - Number(b.role === 'regon')),
    kind: at('kind')[0],
    country: at('country')[0],
    each: isEach ? rivals.filter((column) => isIdentifierRole(roles[column])) : [],
    filter: names.indexOf(FILTER_COLUMN),
    labels: at('label'),
    tags: at('tags'),
  }
}

const textsIn = (cells: readonly string[], columns: readonly number[]): string[] =>
  columns.map((column) => cells[column] ?? '').filter((text) => text !== '')

interface PlacedNumber {
  readonly at: number
  readonly number: RowNumber
}

function numbersIn(cells: readonly string[], { identifiers, kind }: Columns): PlacedNumber[] {
  const named = kind === undefined ? undefined : kindOfCell(cells[kind] ?? '')
  const numbers: PlacedNumber[] = []
  for (const { at, role, isShort } of identifiers) {
    const text = cells[at] ?? ''
    const isTold = role === 'any' && named !== undefined
    if (text !== '') numbers.push({ at, number: { text, role: isTold ? named : role, isShort, isTold } })
  }
  return numbers
}

/** The rows that one row of the source gives: one, or one for each number where each of several columns gives one. */
export function readListedRows(row: SheetRow, place: number, columns: Columns): ListedRow[] {
  const found = numbersIn(row.cells, columns)
  const each = found.filter(({ at }) => columns.each.includes(at))
  if (each.length === 0) return [toListedRow(row, { place, columns, found, column: undefined })]
  return each.map((one) => toListedRow(row, { place, columns, found: [one], column: one.at }))
}

interface FoundNumbers {
  readonly place: number
  readonly columns: Columns
  readonly found: readonly PlacedNumber[]
  readonly column: number | undefined
}

function toListedRow({ line, cells }: SheetRow, { place, columns, found, column }: FoundNumbers): ListedRow {
  return {
    place,
    column,
    line,
    numbers: found.map(({ number }) => number),
    country: columns.country === undefined ? undefined : foreignCountry((cells[columns.country] ?? '').trim()),
    isFilter: found.length === 0 && (cells[columns.filter] ?? '') !== '',
    label: oneLine(textsIn(cells, columns.labels).join(', ')),
    tags: columns.tags.length === 0 ? noTags : splitTags(textsIn(cells, columns.tags).map(oneLine).join(',')),
  }
}
