'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { addMonths, type Month } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import { previousMonth } from './month'
import { usePrefetchMonth } from './use-usage'

/** E.g. `listopad 2026`, `November 2026`. */
export const monthName = (month: Month, locale: Locale): string => formatMonth(`${month}-01`, locale)

interface MonthPagerProps {
  readonly month: Month
  readonly current: Month
  /** The first month of the account. */
  readonly first: Month
  readonly onChange: (month: Month) => void
}

export function MonthPager({ month, current, first, onChange }: MonthPagerProps) {
  const t = useTranslations('usage.pager')
  const locale = useLocale()
  const prefetch = usePrefetchMonth()
  const before = previousMonth(month, first)
  const after = month < current ? addMonths(month, 1) : undefined
  return (
    <div role="group" aria-label={t('label')} className="flex flex-wrap items-center gap-2">
      {month !== current && (
        <Button variant="ghost" onClick={() => onChange(current)}>
          {t('today')}
        </Button>
      )}
      <Button
        iconOnly
        aria-label={before === undefined ? t('previousPlain') : t('previous', { month: monthName(before, locale) })}
        disabledReason={before === undefined ? t('first') : undefined}
        onPointerEnter={() => prefetch(before)}
        onFocus={() => prefetch(before)}
        onClick={() => before !== undefined && onChange(before)}
      >
        <Icon name="chevron-left" />
      </Button>
      <p aria-live="polite" className="min-w-32 text-center font-semibold">
        {monthName(month, locale)}
      </p>
      <Button
        iconOnly
        aria-label={after === undefined ? t('nextPlain') : t('next', { month: monthName(after, locale) })}
        disabledReason={after === undefined ? t('last') : undefined}
        onPointerEnter={() => prefetch(after)}
        onFocus={() => prefetch(after)}
        onClick={() => after !== undefined && onChange(after)}
      >
        <Icon name="chevron-right" />
      </Button>
    </div>
  )
}
