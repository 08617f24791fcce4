import { formatPercent } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

type Said = number | null | undefined

/** How much more or less than before (`+12%`, `−8%`); undefined where either is not known, or nothing was before. */
export function readTrend(count: Said, before: Said, locale: Locale): string | undefined {
  if (typeof count !== 'number' || typeof before !== 'number' || before === 0) return undefined
  const ratio = (count - before) / before
  if (ratio === 0) return formatPercent(0, locale)
  return `${ratio > 0 ? '+' : '−'}${formatPercent(Math.abs(ratio), locale)}`
}
