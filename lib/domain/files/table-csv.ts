import { formatStamp } from '../format/format'
import { type CsvCell, csvLine } from './csv'
import type { FileCell, FileColumn, FileRow, FileTable } from './file-table'

/** For Polish spreadsheets: byte order mark, semicolons, CRLF, decimal commas, and dates that they recognise. */
const polish = { separator: ';', decimal: ',' } as const

export const csvHead = (columns: readonly FileColumn[]): string =>
  `\uFEFF${csvLine(
    columns.map(({ name }) => name),
    polish,
  )}`

export const csvRow = (columns: readonly FileColumn[], row: FileRow): string =>
  csvLine(
    columns.map((column, at) => csvCell(column, row[at])),
    polish,
  )

export const tableCsv = ({ columns, rows }: FileTable): string =>
  csvHead(columns) + Array.from(rows, (row) => csvRow(columns, row)).join('')

function csvCell({ kind }: FileColumn, cell: FileCell): CsvCell {
  if (kind === 'hundredths') return hundredthsText(cell)
  if (kind === 'moment' && typeof cell === 'string') return formatStamp(cell) ?? cell
  return typeof cell === 'number' && !Number.isFinite(cell) ? undefined : cell
}

/** `184,60`; undefined unless it is a whole number of hundredths. */
function hundredthsText(cell: FileCell): string | undefined {
  if (typeof cell !== 'number' || !Number.isSafeInteger(cell)) return undefined
  const hundredths = Math.abs(cell)
  const sign = cell < 0 ? '-' : ''
  return `${sign}${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}`
}
