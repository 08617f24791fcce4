import { addDays, type Day, daysBetween, isWorkingDay, startOfDay, warsawDay, weekdayOf } from '@/lib/domain/calendar'

import type { ReportDayState } from './contract'
import type { KnownReportTable, ReportWatchTable } from './tables'

export type ReportKind = { readonly source: string; readonly format: string }

/**
 * The stored observations of an account's reports. They include the reports of `HABIT_DAYS` days before the first
 * requested day.
 */
export type WatchedReports = {
  readonly now: Date
  /** True if the service is part of this installation, which makes every report of every day. */
  readonly isEmbedded: boolean
  readonly readAt: string | null
  /** Ascending. */
  readonly watches: readonly ReportWatchTable[]
  readonly reports: ReadonlyMap<string, readonly KnownReportTable[]>
}

/** Number of preceding days from which the service's habits are derived. */
export const HABIT_DAYS = 60
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long the panel must have watched for a report that should have been listed. */
const SETTLED_MS = HOUR_MS
/**
 * The embedded service makes a report within minutes of midnight. For a remote service, a report is due on the day
 * after.
 */
const EMBEDDED_GRACE_MS = HOUR_MS
const REMOTE_GRACE_MS = DAY_MS
/** If the last watch is older than this, the panel no longer watches. */
const MAX_WATCH_AGE_MS = 3 * HOUR_MS

export const kindKey = ({ source, format }: ReportKind): string => `${source} ${format}`

export const endOfDay = (day: Day): Date => startOfDay(addDays(day, 1))

/** When the report of a day should be listed at the latest, in milliseconds. */
const dueAt = (day: Day, isEmbedded: boolean): number =>
  endOfDay(day).getTime() + (isEmbedded ? EMBEDDED_GRACE_MS : REMOTE_GRACE_MS)

/** Before this instant no report of a day can be called missing. */
export const missingFrom = (day: Day, isEmbedded: boolean): Date => new Date(dueAt(day, isEmbedded) + SETTLED_MS)

export function stateOfListed(report: KnownReportTable, { now, readAt }: WatchedReports): ReportDayState {
  const { expires_at: expiresAt, last_seen_at: lastSeen } = report
  if (expiresAt !== null && expiresAt <= now.toISOString()) return 'expired'
  if (readAt === null || lastSeen >= readAt) return 'ready'
  // Interface section 4.7 (daily report index): a report that is no longer listed is not available. Its expiry tells
  // whether its time was over.
  return expiresAt === null ? 'expired' : 'withdrawn'
}

/** State of a report that was never listed. It is missing only if the stored data proves it. */
export function stateOfUnlisted(kind: ReportKind, day: Day, watched: WatchedReports): ReportDayState {
  const { now, watches, isEmbedded } = watched
  const ended = endOfDay(day).getTime()
  const began = Date.parse(watches[0]?.from_at ?? '')
  if (day < warsawDay(now) && !(ended > began)) return 'before_watch'
  if (!isExpected(kind, day, watched)) return 'not_expected'
  const dueTime = dueAt(day, isEmbedded)
  if (now.getTime() < dueTime) return 'not_yet'
  const expiryTime = ended + availabilityOf(kind, day, watched)
  if (watches.some((watch) => overlapMs(watch, dueTime, expiryTime) >= SETTLED_MS)) return 'missing'
  return isWatchedFor(watched, { ended, expiryTime }) ? 'not_yet' : 'not_watched'
}

/** The panel has watched since the day ended, still does, and the report could be available. */
function isWatchedFor(
  { now, watches }: WatchedReports,
  { ended, expiryTime }: { ended: number; expiryTime: number },
): boolean {
  const lookedAt = Date.parse(watches.at(-1)?.until_at ?? '')
  return lookedAt > ended && now.getTime() - lookedAt <= MAX_WATCH_AGE_MS && now.getTime() < expiryTime
}

const overlapMs = ({ from_at: from, until_at: until }: ReportWatchTable, start: number, end: number): number =>
  Math.min(Date.parse(until), end) - Math.max(Date.parse(from), start)

/** Whether the service recently made such a report for such a day. */
const isExpected = (kind: ReportKind, day: Day, watched: WatchedReports): boolean =>
  watched.isEmbedded || habitOf(kind, day, watched).some(({ report_date: each }) => dayTypeOf(each) === dayTypeOf(day))

/** Working days, Saturdays, and Sundays with public holidays: a service may pause on some of them. */
function dayTypeOf(day: Day): 'working' | 'saturday' | 'free' {
  if (isWorkingDay(day)) return 'working'
  return weekdayOf(day) === 6 ? 'saturday' : 'free'
}

function habitOf(kind: ReportKind, day: Day, { reports }: WatchedReports): readonly KnownReportTable[] {
  const earlier = reports.get(kindKey(kind)) ?? []
  return earlier.filter(({ report_date: each }) => each < day && daysBetween(each, day) <= HABIT_DAYS)
}

/** The minimum time for which a report of this kind is available after its day, in milliseconds; 0 if unknown. */
function availabilityOf(kind: ReportKind, day: Day, watched: WatchedReports): number {
  const lives = habitOf(kind, day, watched).flatMap(({ report_date: each, expires_at: end }) =>
    end === null ? [] : [Date.parse(end) - endOfDay(each).getTime()],
  )
  if (lives.length > 0) return Math.max(0, Math.min(...lives))
  return watched.isEmbedded ? DAY_MS : 0
}
