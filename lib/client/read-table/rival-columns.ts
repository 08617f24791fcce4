import { plainText } from '@/lib/domain/identifiers/number-text'

import type { SheetRow } from './source-table'

/** Digits without leading zeros, so that different spellings compare equal; empty for a blank cell. */
const keyOf = (cell: string): string => {
  const digits = (cell === '' ? '' : plainText(cell)).replace(/\D/g, '')
  return digits.replace(/^0+/, '')
}

/**
 * Columns of one type that have different values in one row, so that only one of them can be meant. Columns that
 * complement or repeat each other are not rivals. All rows are compared, because a single differing row would be lost.
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

/** Minimum number of rows for which a constant column counts as meaningless per row. */
const ENOUGH_ROWS = 3

/** Columns with the same value in every row, such as the payer's own account. */
export function sameThroughout(rows: readonly SheetRow[], columns: readonly number[]): readonly number[] {
  return columns.filter((column) => {
    const keys = rows.map(({ cells }) => keyOf(cells[column] ?? '')).filter((key) => key !== '')
    return keys.length >= ENOUGH_ROWS && new Set(keys).size === 1
  })
}
