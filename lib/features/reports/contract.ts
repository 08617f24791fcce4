import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, day, instant } from '@/lib/contract/values'

/** Of one question, both ends counted. */
export const MAX_REPORT_DAY_RANGE = 400

/**
 * What the panel knows of the report of a day. `ready`: the service listed it when it was read last. `expired`: it was listed and its time
 * is over. `withdrawn`: it was listed and is not any more, though its time is not over. `missing`: the panel looked while it should have been
 * there, for an hour or longer, and it was not. `not_yet`: it may still come. `not_expected`: nothing tells that the service makes one of this
 * kind for such a day. `before_watch`: the panel knew nothing of the account's reports at that time. `not_watched`: it did not look, or not long enough.
 */
export const reportDayStates = [
  'ready',
  'expired',
  'withdrawn',
  'missing',
  'not_yet',
  'not_expected',
  'before_watch',
  'not_watched',
] as const
export type ReportDayState = (typeof reportDayStates)[number]

const takenBy = z.object({
  /** Name, or e-mail of who has none. */
  who: z.string(),
  at: instant,
})

export const reportOfDay = z.object({
  /** As the service wrote it: what this version does not know is kept. */
  source: z.string(),
  format: z.string(),
  state: z.enum(reportDayStates),
  /** Null where no report was seen; then all up to `expires_at` is null. */
  id: z.string().nullable(),
  row_count: count.nullable(),
  is_empty: z.boolean(),
  size_bytes: count.nullable(),
  generated_at: instant.nullable(),
  expires_at: instant.nullable(),
  /** When the caller last took it whole through the panel. Before `generated_at`: it was made again since. */
  downloaded_by_me: instant.nullable(),
  /** Everybody, the caller too; `people` the last 20, newest first, and empty for who may not know the members. */
  downloaded_by_team: z.object({ count, last_at: instant.nullable(), people: z.array(takenBy) }),
  /** The panel keeps a copy of it in the archive, also when the service has it no more. */
  is_archived: z.boolean(),
  /** Nobody took it whole, nor did the archive, and the panel kept downloads as long as it could be had. */
  is_never_downloaded: z.boolean(),
})
export type ReportOfDay = z.infer<typeof reportOfDay>

export const reportReading = z.object({
  /** When the index was last read with success; null before the first time. */
  as_of: instant.nullable(),
  /** Since when it cannot be read, and the code of why; null while it can. */
  failed_at: instant.nullable(),
  code: z.string().nullable(),
  retry_at: instant.nullable(),
  /** Since when the panel reads the account's index. */
  watched_since: instant.nullable(),
})
export type ReportReading = z.infer<typeof reportReading>

export const reportDayOperations = {
  'reportDays.list': {
    ...forReaders.get,
    path: '/panel/report-days',
    summary:
      'What is known of the daily reports of each Warsaw day, and who took them; reads the index of the service first',
    /** Both ends inclusive. */
    query: z
      .object({ from: day, to: day })
      .refine(({ from, to }) => !isDay(from) || !isDay(to) || from <= to, {
        message: 'from must not be after to',
        path: ['from'],
      })
      .refine(({ from, to }) => !isDay(from) || !isDay(to) || spanOf(from, to) < MAX_REPORT_DAY_RANGE, {
        message: `A range covers at most ${MAX_REPORT_DAY_RANGE} days`,
        path: ['to'],
      }),
    response: z.object({
      /** Ascending, each day of the range once. */
      days: z.array(z.object({ day, reports: z.array(reportOfDay) })),
      reading: reportReading,
    }),
  },
} as const satisfies Record<string, PanelOperation>

const isDay = (value: string): boolean => day.safeParse(value).success
const DAY_MS = 24 * 3_600_000
const spanOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS
