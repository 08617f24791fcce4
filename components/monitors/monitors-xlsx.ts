import writeExcelFile from 'write-excel-file/browser'

import { exportColumns, exportRow, type ExportOptions } from './export-rows'
import type { MonitorRecord } from './monitor-record'

const WIDTHS = [22, 38, 44, 30, 30, 16, 26, 30, 26]

const header = (value: string) => ({ value, fontWeight: 'bold' as const })
/** As text whatever it looks like: nothing is run, and no leading zero is lost. */
const text = (value: string) => (value === '' ? null : { value, type: String })

/** A workbook with one sheet. Fetched with its library only when somebody asks for it. */
export function monitorsXlsx(monitors: readonly MonitorRecord[], options: ExportOptions): Promise<Blob> {
  const rows = monitors.map((monitor) => exportRow(monitor, options).map(text))
  const columns = WIDTHS.map((width) => ({ width }))
  return writeExcelFile([exportColumns.map(header), ...rows], {
    sheet: 'Monitory',
    columns,
    stickyRowsCount: 1,
  }).toBlob()
}
