import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, day, instant } from '@/lib/contract/values'

/** Maximum number of days per request, both ends included. */
export const MAX_REPORT_DAY_RANGE = 400

/**
 * State of a day's report. `ready`: the last read index listed it. `expired`: it was listed and has expired.
 * `withdrawn`: it is no longer listed although it has not expired. `missing`: the panel watched for an hour or longer
 * while it should have been listed, and it was not. `not_yet`: it may still appear. `not_expected`: nothing indicates
 * that the service makes this kind of report for such a day. `before_watch`: the panel did not watch the account's
 * reports at that time. `not_watched`: the panel did not watch, or not long enough.
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

const downloader = z.object({
  /** Name of the user, or e-mail if they have none. */
  who: z.string(),
  at: instant,
})

export const reportOfDay = z.object({
  /** The service's value; unknown sources are retained. */
  source: z.string(),
  format: z.string(),
  state: z.enum(reportDayStates),
  /** Null if no report was seen; all fields up to `expires_at` are then null. */
  id: z.string().nullable(),
  row_count: count.nullable(),
  is_empty: z.boolean(),
  size_bytes: count.nullable(),
  generated_at: instant.nullable(),
  expires_at: instant.nullable(),
  /**
   * When the caller last downloaded it completely through the panel. Earlier than `generated_at` if it was generated
   * again since.
   */
  downloaded_by_me: instant.nullable(),
  /**
   * Downloads of all members, including the caller; `people` has the last 20, newest first, and is empty for users who
   * may not see the members.
   */
  downloaded_by_team: z.object({ count, last_at: instant.nullable(), people: z.array(downloader) }),
  /** The panel's archive holds a copy, even if the service has deleted the report. */
  is_archived: z.boolean(),
  /**
   * Neither a member nor the archive downloaded it completely, and the panel recorded downloads for as long as it was
   * available.
   */
  is_never_downloaded: z.boolean(),
})
export type ReportOfDay = z.infer<typeof reportOfDay>

export const reportReading = z.object({
  /** When the index was last read successfully; null before the first time. */
  as_of: instant.nullable(),
  /** Since when the index cannot be read, and the error code; null while it can. */
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
    summary: 'The daily reports of each Warsaw day, and who downloaded them; reads the index of the service first',
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
