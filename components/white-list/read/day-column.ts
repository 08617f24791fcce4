import { bodyRows } from '@/lib/client/read-table/columns'
import type { SheetRow, SourceTable } from '@/lib/client/read-table/source-table'

import type { CheckColumns } from './check-columns'
import { type DayOrder, readListDay } from './read-typed-day'

export interface DayOrders {
  /** Valid only with the month first, e.g. 11/24/2026. */
  readonly american: number
  /** Valid only with the day first, e.g. 24/11/2026. */
  readonly polish: number
  /** A different date in each order, e.g. 11/05/2026. */
  readonly either: number
}

const dayColumnIndex = ({ roles }: CheckColumns): number => roles.indexOf('day')

/** The order that a cell indicates; undefined if both orders give the same date, or neither is valid. */
function orderOf(cell: string): keyof DayOrders | undefined {
  if (!/\d[/-]\d/.test(cell)) return undefined
  const [polish, american] = [readListDay(cell), readListDay(cell, { order: 'mdy' })]
  if (!polish.ok) return american.ok ? 'american' : undefined
  if (/^\D*(1[3-9]|2\d|3[01])[/-]/.test(cell)) return 'polish'
  return american.ok && polish.day !== american.day ? 'either' : undefined
}

export function countOrders(rows: readonly SheetRow[], columns: CheckColumns): DayOrders {
  const at = dayColumnIndex(columns)
  const counts = { american: 0, polish: 0, either: 0 }
  if (at === -1) return counts
  for (const { cells } of bodyRows(rows, columns.header)) {
    const order = orderOf(cells[at] ?? '')
    if (order !== undefined) counts[order] += 1
  }
  return counts
}

/** The rows with their dates rewritten unambiguously. */
export function withDays(table: SourceTable, columns: CheckColumns, order: DayOrder): readonly SheetRow[] {
  const { rows, is1904 = false } = table
  const at = dayColumnIndex(columns)
  if (at === -1 || (order === 'dmy' && !is1904)) return rows
  const first = columns.header === undefined ? 0 : columns.header + 1
  return rows.map((row, index) => {
    const result = index < first ? undefined : readListDay(row.cells[at] ?? '', { order, is1904 })
    return result?.ok === true ? { ...row, cells: row.cells.with(at, result.day) } : row
  })
}
