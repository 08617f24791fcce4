'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useSummary } from '@/components/meters/use-meters'
import { useClock } from '@/components/ui/clock'
import { Skeleton } from '@/components/ui/skeleton'
import { formatPercent, formatDate } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'
import { paceRatio } from '@/lib/domain/usage/pace'

import { toOverviewPeriod, type OverviewPeriod } from './period'

/** Which period the numbers are of, above them. */
export function PeriodLine() {
  const t = useTranslations('overview.period')
  const { range } = usePeriodTexts()
  const { data, isError } = useSummary()
  if (data === undefined) return isError ? null : <Skeleton className="mb-1 h-4 w-96 max-w-full" />
  const period = toOverviewPeriod(data.period_start, data.period_end)
  return (
    <p className="mb-1 text-muted">
      {period === undefined ? t('unknown') : t('line', { range: range(period) })}
      {period !== undefined && <Elapsed start={data.period_start ?? ''} end={data.period_end ?? ''} />}
    </p>
  )
}

function Elapsed({ start, end }: { readonly start: string; readonly end: string }) {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  const now = useClock()
  const left = Date.parse(end) - now
  if (left <= 0) return ` · ${t('over')}`
  const percent = formatPercent(paceRatio(start, end, new Date(now)), locale)
  return (
    <>
      {` · ${t('elapsed', { percent })} · `}
      <time dateTime={end} title={`${end} · ${t('zone')}`}>
        {t('resets', { left: formatTimeLeft(left, locale) })}
      </time>
    </>
  )
}

/** `1–30 listopada` for a calendar month, two whole dates for any other period. */
function usePeriodTexts() {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  const range = ({ firstDay, lastDay, isCalendarMonth }: OverviewPeriod): string =>
    isCalendarMonth
      ? t('days', {
          from: Number(firstDay.slice(8)),
          to: Number(lastDay.slice(8)),
          month: `m${lastDay.slice(5, 7)}`,
        })
      : `${formatDate(firstDay, locale)} – ${formatDate(lastDay, locale)}`
  return { range }
}
