import type { OperationAnswer } from '@/lib/client/client'
import type { Day } from '@/lib/domain/calendar'
import { reportSources } from '@/lib/domain/events/sources'

import { toDayRange, shownReportFormats, type ReportSearch } from './report-search'

export type Report = OperationAnswer<'reports.dailyIndex'>[number]

export interface ReportDay {
  /** Empty for entries without a day. */
  readonly day: Day
  readonly reports: readonly Report[]
}

const isAmong = (values: readonly string[], value: string | undefined): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))

function isWithin({ report_date: day }: Report, { from, to }: ReturnType<typeof toDayRange>): boolean {
  if (from === null && to === null) return true
  return day !== undefined && (from === null || day >= from) && (to === null || day <= to)
}

/** The reports that a search leaves, in memory: the whole index is a few dozen entries. */
export function narrow(reports: readonly Report[], search: ReportSearch, today: Day): readonly Report[] {
  const range = toDayRange(search, today)
  return reports.filter(
    (report) =>
      isAmong(search.sources, report.source) && isAmong(search.formats, report.format) && isWithin(report, range),
  )
}

/** What is listed, and what somebody has failed to get though the service lists it no more: it says why in its place. */
export function keepFailed(listed: readonly Report[], failed: readonly Report[]): readonly Report[] {
  const ids = new Set(listed.map(({ id }) => id))
  return [...listed, ...failed.filter(({ id }) => !ids.has(id))]
}

/** Known values first, in the order of the page; unknown ones after them. */
function placeOf(known: readonly string[], value: string | undefined): number {
  const at = known.indexOf(value ?? '')
  return at === -1 ? known.length : at
}

const inOrder = (a: Report, b: Report): number =>
  placeOf(reportSources, a.source) - placeOf(reportSources, b.source) ||
  placeOf(shownReportFormats, a.format) - placeOf(shownReportFormats, b.format)

/** By day, the newest first. */
export function groupByDay(reports: readonly Report[]): readonly ReportDay[] {
  const days = new Map<Day, Report[]>()
  for (const report of reports) {
    const day = report.report_date ?? ''
    days.set(day, [...(days.get(day) ?? []), report])
  }
  return [...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(([day, found]) => ({ day, reports: found.sort(inOrder) }))
}

/** `soon` is a warning: less than a day is left. */
export type ExpiryState = 'open' | 'soon' | 'expired' | 'unknown'
export interface Expiry {
  readonly state: ExpiryState
  /** 0 when expired or unknown. */
  readonly leftMs: number
}

const SOON_MS = 24 * 3_600_000

/** Interface 3.2: until `expires_at` it can be downloaded. What has no readable end is left to the service. */
export function readExpiry(expiresAt: string | null | undefined, now: number): Expiry {
  const left = Date.parse(expiresAt ?? '') - now
  if (Number.isNaN(left)) return { state: 'unknown', leftMs: 0 }
  if (left <= 0) return { state: 'expired', leftMs: 0 }
  return { state: left < SOON_MS ? 'soon' : 'open', leftMs: left }
}
