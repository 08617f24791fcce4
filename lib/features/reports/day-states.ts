import { addDays, type Day, daysBetween, isWorkingDay, startOfDay, warsawDay, weekdayOf } from '@/lib/domain/calendar'

import type { ReportDayState } from './contract'
import type { KnownReportTable, ReportWatchTable } from './tables'

/** Of which report it is said. */
export type ReportKind = { readonly source: string; readonly format: string }

/** What the store has to tell of an account's reports. Reports: those of `HABIT_DAYS` days before the first day that is asked for, too. */
export type WatchedReports = {
  readonly now: Date
  /** The service is part of this installation: it makes every report of every day. */
  readonly isEmbedded: boolean
  /** When the index was last read with success. */
  readonly readAt: string | null
  /** Ascending. */
  readonly watches: readonly ReportWatchTable[]
  readonly reports: ReadonlyMap<string, readonly KnownReportTable[]>
}

/** What a service did in so many days before tells what it should do. */
export const HABIT_DAYS = 60
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** So long the panel must have looked for a report while it should have been there. */
const SETTLED_MS = HOUR_MS
/** The embedded service makes a report within minutes of midnight. When another one does, the day after tells. */
const EMBEDDED_GRACE_MS = HOUR_MS
const REMOTE_GRACE_MS = DAY_MS
/** With a watch that is as old as this the panel looks no more. */
const LOOKING_MS = 3 * HOUR_MS

export const kindKey = ({ source, format }: ReportKind): string => `${source} ${format}`

/** The instant at which a Warsaw day is over. */
export const endOfDay = (day: Day): Date => startOfDay(addDays(day, 1))

/** When the report of a day should be there at the latest, in ms. */
const dueAt = (day: Day, isEmbedded: boolean): number =>
  endOfDay(day).getTime() + (isEmbedded ? EMBEDDED_GRACE_MS : REMOTE_GRACE_MS)

/** Before this instant nothing can be called missing of a day. */
export const missingFrom = (day: Day, isEmbedded: boolean): Date => new Date(dueAt(day, isEmbedded) + SETTLED_MS)

/** Of a report that was seen. */
export function stateOfSeen(report: KnownReportTable, { now, readAt }: WatchedReports): ReportDayState {
  const { expires_at: expiresAt, last_seen_at: lastSeen } = report
  if (expiresAt !== null && expiresAt <= now.toISOString()) return 'expired'
  if (readAt === null || lastSeen >= readAt) return 'ready'
  // Interface 4.7: what is listed no more can be had no more. Whether its time was over only its own end tells.
  return expiresAt === null ? 'expired' : 'withdrawn'
}

/** Of one that never was. Nothing is called missing that the store cannot show to have been. */
export function stateOfUnseen(kind: ReportKind, day: Day, watched: WatchedReports): ReportDayState {
  const { now, watches, isEmbedded } = watched
  const ended = endOfDay(day).getTime()
  const began = Date.parse(watches[0]?.from_at ?? '')
  if (day < warsawDay(now) && !(ended > began)) return 'before_watch'
  if (!isExpected(kind, day, watched)) return 'not_expected'
  const due = dueAt(day, isEmbedded)
  if (now.getTime() < due) return 'not_yet'
  const gone = ended + lifeOf(kind, day, watched)
  if (watches.some((watch) => overlapMs(watch, due, gone) >= SETTLED_MS)) return 'missing'
  return isLookedFor(watched, { ended, gone }) ? 'not_yet' : 'not_watched'
}

/** The panel has looked since the day was over, still does, and the report could be there. */
function isLookedFor({ now, watches }: WatchedReports, { ended, gone }: { ended: number; gone: number }): boolean {
  const lookedAt = Date.parse(watches.at(-1)?.until_at ?? '')
  return lookedAt > ended && now.getTime() - lookedAt <= LOOKING_MS && now.getTime() < gone
}

const overlapMs = ({ from_at: from, until_at: until }: ReportWatchTable, start: number, end: number): number =>
  Math.min(Date.parse(until), end) - Math.max(Date.parse(from), start)

/** The service made such a report for such a day not long before. */
const isExpected = (kind: ReportKind, day: Day, watched: WatchedReports): boolean =>
  watched.isEmbedded || habitOf(kind, day, watched).some(({ report_date: each }) => sortOf(each) === sortOf(day))

/** Working days, Saturdays, and Sundays with public holidays: a service may rest on some of them. */
function sortOf(day: Day): 'working' | 'saturday' | 'free' {
  if (isWorkingDay(day)) return 'working'
  return weekdayOf(day) === 6 ? 'saturday' : 'free'
}

function habitOf(kind: ReportKind, day: Day, { reports }: WatchedReports): readonly KnownReportTable[] {
  const earlier = reports.get(kindKey(kind)) ?? []
  return earlier.filter(({ report_date: each }) => each < day && daysBetween(each, day) <= HABIT_DAYS)
}

/** How long after its day a report of this kind can be had at least, in ms; 0 where nothing tells. */
function lifeOf(kind: ReportKind, day: Day, watched: WatchedReports): number {
  const lives = habitOf(kind, day, watched).flatMap(({ report_date: each, expires_at: end }) =>
    end === null ? [] : [Date.parse(end) - endOfDay(each).getTime()],
  )
  if (lives.length > 0) return Math.max(0, Math.min(...lives))
  return watched.isEmbedded ? DAY_MS : 0
}
