import type { OperationAnswer } from '@/lib/client/client'
import { compareValues } from '@/lib/domain/collections/compare-values'

type Report = OperationAnswer<'reports.dailyIndex'>[number]

const endOf = (report: Report): number => {
  const at = Date.parse(report.expires_at ?? '')
  return Number.isNaN(at) ? Infinity : at
}

/**
 * Reports that can still be downloaded at `now` (milliseconds since the epoch): their count, and the first to expire.
 * With equal expiry the newer day comes first. A report without a readable expiry never counts as expired.
 */
export function expiringReports(reports: readonly Report[], now: number, shown: number) {
  const available = reports.filter((report) => endOf(report) > now)
  const soonest = available
    .toSorted((a, b) => compareValues(endOf(a), endOf(b)) || compareValues(b.report_date ?? '', a.report_date ?? ''))
    .slice(0, shown)
  return { soonest, available: available.length }
}
