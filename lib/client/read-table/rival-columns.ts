import { plainText } from '@/lib/domain/identifiers/number-text'

import type { SheetRow } from './source-table'

/** What a number or a day has of its own, however it is written; empty for a cell without one. */
const keyOf = (cell: string): string => {
  const digits = (cell === '' ? '' : plainText(cell)).replace(/\D/g, '')
  return digits.replace(/^0+/, '')
}

/**
 * Columns of one kind of which only one may be meant: those that say different things in one row. Columns that fill each other's gaps,
 * or repeat each other, are none. Every row is looked at, because a single one would be lost.
 */
export function rivalColumns(rows: readonly SheetRow[], columns: readonly number[]): readonly number[] {
  if (columns.length < 2) return []
  const rivals = new Set<number>()
  for (const { cells } of rows) {
    const keys = columns.map((column) => keyOf(cells[column] ?? ''))
    const filled = columns.filter((_, at) => keys[at] !== '')
    if (new Set(keys.filter((key) => key !== '')).size > 1) for (const column of filled) rivals.add(column)
    if (rivals.size === columns.length) break
  }
  return columns.filter((column) => rivals.has(column))
}

/** From so many rows on, a column with one value in all of them says nothing of each. */
const ENOUGH_ROWS = 3

/** Columns that have the same in every row, as a payer's own account has. */
export function sameThroughout(rows: readonly SheetRow[], columns: readonly number[]): readonly number[] {
  return columns.filter((column) => {
    const keys = rows.map(({ cells }) => keyOf(cells[column] ?? '')).filter((key) => key !== '')
    return keys.length >= ENOUGH_ROWS && new Set(keys).size === 1
  })
}
