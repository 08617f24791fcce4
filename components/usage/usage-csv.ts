import type { CsvCell } from '@/lib/domain/csv'
import { plnText, polishCsv } from '@/lib/domain/usage-file'

import type { FileCell, UsageTable } from './usage-table'

export const usageCsv = ({ columns, rows }: UsageTable): string =>
  polishCsv(
    columns,
    rows.map((row) => row.map(csvCell)),
  )

const csvCell = (cell: FileCell): CsvCell =>
  typeof cell === 'object' && cell !== null ? plnText(cell.hundredths) : cell
