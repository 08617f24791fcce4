'use client'

import { useLocale, useTranslations } from 'use-intl'

import { warsawDay } from '@/lib/domain/calendar'
import { formatDayMonth, formatInteger, formatTime } from '@/lib/domain/format'
import { formatTimeLeft } from '@/lib/domain/format-span'

import type { Pool } from './pools'

const DAY_MS = 86_400_000

/** The one line of words under a pool's figures; undefined when there is nothing to say. */
export function usePoolWords() {
  const t = useTranslations('overview.pools.verdict')
  const locale = useLocale()
  const runsOut = (at: string, now: Date) =>
    warsawDay(new Date(at)) === warsawDay(now)
      ? t('runsOutToday', { time: formatTime(at) })
      : t('runsOut', { day: formatDayMonth(at, locale) })
  const timed = (key: 'exhausted' | 'resets', at: string, now: Date) => {
    const leftMs = Date.parse(at) - now.getTime()
    if (leftMs >= 2 * DAY_MS) {
      const day = formatDayMonth(at, locale)
      return key === 'exhausted' ? t('exhausted', { when: day }) : t('resets', { day })
    }
    const left = formatTimeLeft(leftMs, locale)
    return key === 'exhausted' ? t('exhaustedToday', { left }) : t('resetsIn', { left })
  }
  return ({ verdict }: Pool, now: Date): string | undefined => {
    switch (verdict.kind) {
      case 'unlimited':
      case 'lasts':
        return t(verdict.kind)
      case 'not_included':
        return t('notIncluded')
      case 'runs_out':
        return runsOut(verdict.at, now)
      case 'exhausted':
      case 'resets':
        return timed(verdict.kind, verdict.at, now)
      case 'over':
        return t('over', { count: verdict.units, n: formatInteger(verdict.units, locale) })
      case 'unknown':
        return undefined
    }
  }
}
