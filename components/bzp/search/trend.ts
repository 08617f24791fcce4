import { formatPercent } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

type ReportedCount = number | null | undefined

/**
 * Formats the change from the previous count (`+12%`, `−8%`); undefined if either is unknown or the previous one is
 * zero.
 */
export function readTrend(count: ReportedCount, before: ReportedCount, locale: Locale): string | undefined {
  if (typeof count !== 'number' || typeof before !== 'number' || before === 0) return undefined
  const ratio = (count - before) / before
  if (ratio === 0) return formatPercent(0, locale)
  return `${ratio > 0 ? '+' : '−'}${formatPercent(Math.abs(ratio), locale)}`
}
