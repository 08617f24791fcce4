import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, fileOf, limit, line, repeated } from '@/lib/contract/values'

const text = z.string().nullable()

/**
 * Why a row has no cells: it is not an object, cannot be parsed, is longer than a megabyte, or has more cells than the
 * header.
 */
export const rowFaults = ['not_an_object', 'unreadable', 'too_long', 'cells'] as const

/** Fields of the report from the index; null if the index lacks them. */
const previewedReport = z.object({
  source: text,
  format: z.enum(['csv', 'json']),
  row_count: count.nullable(),
  size_bytes: count.nullable(),
  report_date: text,
  date_from: text,
  date_to: text,
  expires_at: text,
})
export type PreviewedReport = z.infer<typeof previewedReport>

const previewRow = z.object({
  /** Row number in the report, from 1. */
  row: count,
  /** Sealed position of the row, from which reading can continue. */
  place: z.string(),
  /** In the order of the columns; a long value is cut and ends with `…`. */
  cells: z.array(text),
  fault: z.enum(rowFaults).optional(),
  /** Ids of some of the monitors that the row matches; only with `only`. */
  monitors: z.array(z.string()).optional(),
})
export type PreviewRow = z.infer<typeof previewRow>

/**
 * `whole`: the report ends here; `limit`: the requested number of rows was reached; `time`: reading took too long;
 * `broken`: reading failed, with the reader's reason or the service's code.
 */
export const previewEnds = ['whole', 'limit', 'time', 'broken'] as const

/** `read`: rows read since the beginning of the report. `next`: where to continue, if there is more. */
const previewEnd = z.object({ why: z.enum(previewEnds), reason: text, read: count, next: text })
export type PreviewEnd = z.infer<typeof previewEnd>

/**
 * One line of the row stream: the report and its columns, an updated full list of columns, rows, the progress of a
 * search, or the end. A stream without an end line was cut off.
 */
export const previewLine = z.union([
  z.object({ report: previewedReport, columns: z.array(z.string()) }),
  z.object({ columns: z.array(z.string()) }),
  z.object({ rows: z.array(previewRow), read: count }),
  z.object({ read: count }),
  z.object({ end: previewEnd }),
])
export type PreviewLine = z.infer<typeof previewLine>

const hitMonitor = z.object({ id: z.string(), name: z.string(), hits: count })

/**
 * Counts so far; the last line tells how counting ended. `matches` is null without a search. `monitors`: the monitors
 * with most matches first, at most a few hundred of `monitor_count`; in the last line only.
 */
const previewFigures = z.object({
  read: count,
  matches: count.nullable(),
  monitored: count,
  end: z
    .object({ why: z.enum(previewEnds), reason: text, monitors: z.array(hitMonitor), monitor_count: count })
    .optional(),
})
export type PreviewFigures = z.infer<typeof previewFigures>
export type HitMonitor = z.infer<typeof hitMonitor>

const params = z.object({ report_id: line(100).min(1).toLowerCase() })
const search = line(200).optional()
const place = z.string().max(400).optional()
const preview = { ...forReaders.get, params } as const
/**
 * `shown`: with the names of natural persons in KRZ. For the roles that may reveal personal numbers, once they have
 * stated the purpose as for a download; recorded.
 */
const persons = z.enum(['shown']).optional()
const stream = { ...preview, ...fileOf('text/x-ndjson') } as const

export const reportPreviewOperations = {
  // The handlers of streams mask row by row, because the HTTP entry point does not inspect files.
  'reportPreview.rows': {
    ...stream,
    path: '/panel/reports/{report_id}/preview/rows',
    summary: 'Rows of a report as NDJSON, personal numbers masked, and names too unless shown, from a given position',
    query: z.object({
      place,
      limit: limit(1000, 200),
      /** Words to find in the displayed text, ignoring case and diacritics. */
      search,
      /** Columns to send and search; all if absent. */
      columns: repeated(line(100), 200),
      /** Only rows that one of the account's monitors watches. */
      only: z.enum(['monitored']).optional(),
      persons,
    }),
  },
  'reportPreview.count': {
    ...stream,
    path: '/panel/reports/{report_id}/preview/count',
    summary: 'How many rows of a report match a search and hit monitors, and which, as NDJSON while it is counted',
    query: z.object({ search, persons }),
  },
  'reportPreview.row': {
    ...preview,
    path: '/panel/reports/{report_id}/preview/row',
    summary: 'One row of a report with whole texts, personal numbers masked, and names too unless shown',
    query: z.object({ place: z.string().max(400), persons }),
    response: z.object({
      row: count,
      fields: z.array(z.object({ name: z.string(), value: text, is_cut: z.boolean() })),
    }),
  },
} as const satisfies Record<string, PanelOperation>
