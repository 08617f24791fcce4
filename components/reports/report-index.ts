import type { OperationAnswer } from '@/lib/client/client'
import type { Day } from '@/lib/domain/calendar'

import { toDayRange, type ReportCriteria } from './report-search'

export type Report = OperationAnswer<'reports.dailyIndex'>[number]

export const isAmong = (values: readonly string[], value: string | undefined): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))

function isWithin({ report_date: day }: Report, { from, to }: ReturnType<typeof toDayRange>): boolean {
  if (from === null && to === null) return true
  return day !== undefined && (from === null || day >= from) && (to === null || day <= to)
}

/** Filters in memory, because the whole index has only a few dozen entries. */
export function filterReports(reports: readonly Report[], search: ReportCriteria, today: Day): readonly Report[] {
  const range = toDayRange(search, today)
  return reports.filter(
    (report) =>
      isAmong(search.sources, report.source) && isAmong(search.formats, report.format) && isWithin(report, range),
  )
}

/**
 * Adds reports whose download failed although the service no longer lists them, so that the reason is shown in their
 * place.
 */
export function withFailedReports(listed: readonly Report[], failed: readonly Report[]): readonly Report[] {
  const ids = new Set(listed.map(({ id }) => id))
  return [...listed, ...failed.filter(({ id }) => !ids.has(id))]
}

/** `soon` is a warning: less than a day is left. */
export type ExpiryState = 'open' | 'soon' | 'expired' | 'unknown'
export interface Expiry {
  readonly state: ExpiryState
  /** 0 if expired or unknown. */
  readonly leftMs: number
}

const SOON_MS = 24 * 3_600_000

/**
 * A report can be downloaded until `expires_at` (interface section 3.2, report expiry). If that is unreadable, the
 * service decides.
 */
export function readExpiry(expiresAt: string | null | undefined, now: number): Expiry {
  const remainingMs = Date.parse(expiresAt ?? '') - now
  if (Number.isNaN(remainingMs)) return { state: 'unknown', leftMs: 0 }
  if (remainingMs <= 0) return { state: 'expired', leftMs: 0 }
  return { state: remainingMs < SOON_MS ? 'soon' : 'open', leftMs: remainingMs }
}
