'use client'

import { useLocale, useTranslations } from 'use-intl'

import { readInstant, warsawDay } from '@/lib/domain/calendar'
import { formatDateTime, formatDayMonth, formatInteger, formatTime } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'

import type { AbovePlan, PoolView } from './pools'

/** The line of text below a pool's figures; undefined if there is nothing to report. */
export function usePoolWords() {
  const t = useTranslations('meters.pools.verdict')
  const locale = useLocale()
  const aboveWords = useAboveWords()
  const runsOutText = (at: string, now: Date) =>
    warsawDay(new Date(at)) === warsawDay(now)
      ? t('runsOutToday', { time: formatTime(at) })
      : t('runsOut', { day: formatDayMonth(at, locale) })
  return ({ verdict }: PoolView, now: Date): string | undefined => {
    switch (verdict.kind) {
      case 'unknown':
        return undefined
      case 'runs_out':
        return runsOutText(verdict.at, now)
      case 'refused':
        return t('refused', { time: formatTime(verdict.seenAt) })
      case 'unusable':
        return t('unusable', { value: String(verdict.value) })
      case 'limit_unusable':
        return t('limit_unusable', { value: String(verdict.value) })
      case 'over':
      case 'above':
        return aboveWords(verdict)
      default:
        return t(verdict.kind)
    }
  }
}

/** E.g. `12 jednostek ponad plan`; both numbers if the charge differs from the use above the current plan. */
export function useAboveWords() {
  const t = useTranslations('meters.pools.verdict')
  const locale = useLocale()
  return (above: AbovePlan): string => {
    if (above.kind === 'over') return t('over', { count: above.units, n: formatInteger(above.units, locale) })
    const figures = { used: formatInteger(above.used, locale), limit: formatInteger(above.limit, locale) }
    if (above.units === undefined) return t('aboveUnknown', figures)
    return t('above', { ...figures, count: above.units, n: formatInteger(above.units, locale) })
  }
}

/** E.g. `odnowi się 1 gru 2026, 00:00 · za 10 dni 3 godz.`; undefined if the answer lacks the reset. */
export function useResetWords() {
  const t = useTranslations('meters.pools')
  const locale = useLocale()
  return (resetsAt: string | undefined, now: Date): string | undefined => {
    const at = readInstant(resetsAt)
    if (at === undefined) return undefined
    const when = formatDateTime(at, locale)
    const leftMs = at - now.getTime()
    return leftMs > 0 ? t('resets', { when, left: formatTimeLeft(leftMs, locale) }) : t('resetPassed', { when })
  }
}
