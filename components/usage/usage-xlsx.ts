import writeXlsx, { type Cell } from 'write-excel-file/universal'

import { sheetName } from './usage-names'
import type { FileCell, UsageTable } from './usage-table'

const TEXT_WIDTH = 36
const NUMBER_WIDTH = 16

/** A workbook with a sheet per table: numbers are numbers, everything else is text, and nothing is a formula. Load it lazily. */
export const usageXlsx = (tables: readonly UsageTable[]): Promise<Blob> =>
  writeXlsx(
    tables.map(({ of, columns, rows }) => ({
      sheet: sheetName(of),
      stickyRowsCount: 1,
      columns: columns.map((name) => ({ width: name === 'endpoint' ? TEXT_WIDTH : NUMBER_WIDTH })),
      data: [columns.map((name) => ({ value: name, type: String, fontWeight: 'bold' as const })), ...rows.map(toCells)],
    })),
  ).toBlob()

const toCells = (row: readonly FileCell[]): Cell[] => row.map(toCell)

function toCell(cell: FileCell): Cell {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'string') return { value: cell, type: String, format: '@' }
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell, type: Number } : null
  return { value: cell.hundredths / 100, type: Number, format: '0.00' }
}
