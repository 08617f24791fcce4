import { type ColumnRole, isIdentifierRole, kindOfCell, namesKrs } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { type ForeignCountry, foreignCountry } from '@/lib/domain/identifiers/country'
import { splitTags } from '@/lib/domain/tags/tags'

import type { RowNumber } from './judge-row'

const noTags: readonly string[] = []

/**
 * Reduces a label to one line: control characters become spaces, and an apostrophe that prevents a formula is dropped.
 */
function oneLine(text: string): string {
  const line = /\p{Cc}/u.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text
  return line.startsWith("'") && /^'[=+\-@＝＋－＠]/.test(line) ? line.slice(1) : line
}

const FILTER_COLUMN = 'filtr'

export interface ListedRow {
  /** The index of its source row below the header. */
  readonly sourceRow: number
  /** The column of its number, if several columns give one row each. */
  readonly column: number | undefined
  readonly line: number
  readonly numbers: readonly RowNumber[]
  readonly label: string
  readonly tags: readonly string[]
  readonly isFilter: boolean
  readonly country: ForeignCountry | undefined
}

export const noListedRow: ListedRow = {
  sourceRow: 0,
  column: undefined,
  line: 0,
  numbers: [],
  label: '',
  tags: noTags,
  isFilter: false,
  country: undefined,
}

interface Columns {
  readonly identifiers: readonly { readonly at: number; readonly role: RowNumber['role']; readonly isShort: boolean }[]
  readonly kind: number | undefined
  readonly country: number | undefined
  /** Columns that each give a separate row. */
  readonly each: readonly number[]
  /** In files exported by the panel: the filter of a monitor without an identifier. */
  readonly filter: number
  readonly labels: readonly number[]
  readonly tags: readonly number[]
}

export function columnsOf({ roles, rivals = [], isEach = false }: Mapping, names: readonly string[]): Columns {
  const columnsWithRole = (wantedRole: ColumnRole) =>
    roles.flatMap((role, column) => (role === wantedRole ? [column] : []))
  const identifiers = roles.flatMap((role, column) =>
    isIdentifierRole(role) ? [{ at: column, role, isShort: namesKrs(names[column] ?? '') }] : [],
  )
  return {
    // A REGON is used only if the row has no other number.
    identifiers: identifiers.toSorted((a, b) => Number(a.role === 'regon') - Number(b.role === 'regon')),
    kind: columnsWithRole('kind')[0],
    country: columnsWithRole('country')[0],
    each: isEach ? rivals.filter((column) => isIdentifierRole(roles[column])) : [],
    filter: names.indexOf(FILTER_COLUMN),
    labels: columnsWithRole('label'),
    tags: columnsWithRole('tags'),
  }
}

const textsIn = (cells: readonly string[], columns: readonly number[]): string[] =>
  columns.map((column) => cells[column] ?? '').filter((text) => text !== '')

interface PlacedNumber {
  readonly at: number
  readonly number: RowNumber
}

function numbersIn(cells: readonly string[], { identifiers, kind }: Columns): PlacedNumber[] {
  const namedRole = kind === undefined ? undefined : kindOfCell(cells[kind] ?? '')
  const numbers: PlacedNumber[] = []
  for (const { at, role, isShort } of identifiers) {
    const text = cells[at] ?? ''
    const hasNamedType = role === 'any' && namedRole !== undefined
    if (text !== '')
      numbers.push({ at, number: { text, role: hasNamedType ? namedRole : role, isShort, hasNamedType } })
  }
  return numbers
}

/** A source row gives one row, or one per number if several columns each give one. */
export function readListedRows(row: SheetRow, sourceRow: number, columns: Columns): ListedRow[] {
  const placedNumbers = numbersIn(row.cells, columns)
  const each = placedNumbers.filter(({ at }) => columns.each.includes(at))
  if (each.length === 0) return [toListedRow(row, { sourceRow, columns, placedNumbers, column: undefined })]
  return each.map((one) => toListedRow(row, { sourceRow, columns, placedNumbers: [one], column: one.at }))
}

interface ListedRowInput {
  readonly sourceRow: number
  readonly columns: Columns
  readonly placedNumbers: readonly PlacedNumber[]
  readonly column: number | undefined
}

function toListedRow(
  { line, cells }: SheetRow,
  { sourceRow, columns, placedNumbers, column }: ListedRowInput,
): ListedRow {
  return {
    sourceRow,
    column,
    line,
    numbers: placedNumbers.map(({ number }) => number),
    country: columns.country === undefined ? undefined : foreignCountry((cells[columns.country] ?? '').trim()),
    isFilter: placedNumbers.length === 0 && (cells[columns.filter] ?? '') !== '',
    label: oneLine(textsIn(cells, columns.labels).join(', ')),
    tags: columns.tags.length === 0 ? noTags : splitTags(textsIn(cells, columns.tags).map(oneLine).join(',')),
  }
}
