import { csvLine } from '@/lib/domain/csv'

import { exportColumns, exportRow, type ExportOptions } from './export-rows'
import type { MonitorRecord } from './monitor-record'

const polish = { separator: ';', decimal: ',' } as const

/** For a Polish spreadsheet: byte order mark, semicolons, CRLF. */
export const monitorsCsv = (monitors: readonly MonitorRecord[], options: ExportOptions): string =>
  `\uFEFF${[exportColumns, ...monitors.map((monitor) => exportRow(monitor, options))]
    .map((cells) => csvLine(cells, polish))
    .join('')}`
