import writeXlsxFile from 'write-excel-file/browser'

import type { CsvCell } from '@/lib/domain/csv'
import { type CapChangeLine, capChangeCells, capChangeColumns } from '@/lib/domain/usage-file'

/** The rows of the CSV as a workbook: numbers are numbers, and no text is ever a formula. */
export async function capChangesXlsx(changes: readonly CapChangeLine[]): Promise<Blob> {
  const head = capChangeColumns.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const rows = changes.map((change) => [...capChangeCells(change).slice(0, -1).map(cellOf), amountOf(change)])
  return writeXlsxFile([head, ...rows], { sheet: 'Limit', stickyRowsCount: 1 }).toBlob()
}

function cellOf(value: CsvCell) {
  if (typeof value === 'number') return { value, type: Number }
  return value === null || value === undefined ? null : { value: String(value), type: String }
}

/** The last column as a number to reckon with: the file for spreadsheets has it as text with a decimal comma. */
const amountOf = ({ overage_grosz: grosz }: CapChangeLine) =>
  grosz === null ? null : { value: grosz / 100, type: Number, format: '0.00' }
