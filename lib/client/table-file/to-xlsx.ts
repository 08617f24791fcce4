import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'

import type { ColumnKind, FileCell, FileTable } from '@/lib/domain/files/file-table'
import { formatStamp } from '@/lib/domain/format/format'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'

/** Number formats of cells; text stays text, so that no leading zero is lost and no formula runs. */
const formats: Record<ColumnKind, string | undefined> = {
  text: '@',
  number: undefined,
  hundredths: '0.00',
  day: 'yyyy-mm-dd',
  month: 'yyyy-mm',
  moment: 'yyyy-mm-dd hh:mm:ss',
}
const bold = { style: { font: { bold: true }, numFmt: 'General' } } as const

/** A workbook with a sheet per table. Numbers and dates are stored as such. */
export const toXlsx = (tables: readonly FileTable[]): Promise<Uint8Array> => writeXlsx({ sheets: tables.map(toSheet) })

function toSheet({ name, columns, rows }: FileTable): WriteSheet {
  const head = columns.map((column) => column.name)
  return {
    name,
    columns: columns.map(({ kind, width }) => ({ width, ...(formats[kind] && { numFmt: formats[kind] }) })),
    rows: [head, ...Array.from(rows, (row) => columns.map(({ kind }, at) => toCell(kind, row[at])))],
    cells: new Map(head.map((_, at) => [`0,${at}`, bold])),
    freezePane: { rows: 1 },
  }
}

function toCell(kind: ColumnKind, cell: FileCell): CellValue {
  if (cell === null || cell === undefined || cell === '') return null
  if (typeof cell === 'number') return toNumber(kind, cell)
  return toDate(kind, cell) ?? plainText(cell)
}

/** A workbook reads `_x0041_` as `A` unless its underscore is escaped the same way. */
const plainText = (text: string): string => stripBidiControls(text).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

function toNumber(kind: ColumnKind, value: number): number | null {
  if (kind === 'hundredths') return Number.isSafeInteger(value) ? value / 100 : null
  return Number.isFinite(value) ? value : null
}

/** Workbooks have no time zones, so this is Warsaw's local time as if it were UTC. An invalid date stays a text. */
function toDate(kind: ColumnKind, text: string): Date | undefined {
  const shown = toUtcText(kind, text)
  const ms = shown === undefined ? Number.NaN : Date.parse(shown)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

function toUtcText(kind: ColumnKind, text: string): string | undefined {
  switch (kind) {
    case 'day':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : undefined
    case 'month':
      return /^\d{4}-\d\d$/.test(text) ? `${text}-01T00:00:00Z` : undefined
    case 'moment':
      return formatStamp(text)?.replace(/ (.*)/, 'T$1Z')
    case 'text':
    case 'number':
    case 'hundredths':
      return undefined
  }
}
