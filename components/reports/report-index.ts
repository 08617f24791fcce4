import type { OperationAnswer } from '@/lib/client/client'
import type { Day } from '@/lib/domain/calendar'

import { toDayRange, type ReportNarrowing } from './report-search'

export type Report = OperationAnswer<'reports.dailyIndex'>[number]

export const isAmong = (values: readonly string[], value: string | undefined): boolean =>
  values.length === 0 || (value !== undefined && values.includes(value))

function isWithin({ report_date: day }: Report, { from, to }: ReturnType<typeof toDayRange>): boolean {
  if (from === null && to === null) return true
  return day !== undefined && (from === null || day >= from) && (to === null || day <= to)
}

/** The reports that a search leaves, in memory: the whole index is a few dozen entries. */
export function narrow(reports: readonly Report[], search: ReportNarrowing, today: Day): readonly Report[] {
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
