'use client'

import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { useSummary } from '@/components/meters/use-meters'
import { LinkButton } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Skeleton } from '@/components/ui/skeleton'
import type { Answer } from '@/lib/client/client'
import { formatDayMonth, formatMonth, formatPercent } from '@/lib/domain/format'
import { formatTimeLeft } from '@/lib/domain/format-span'
import { paceRatio } from '@/lib/domain/pace'
import { routes } from '@/lib/domain/routes'

import { periodOf } from './period'
import { usePeriodTexts } from './use-period-texts'

export function OverviewHeader() {
  const t = useTranslations('overview')
  const summary = useSummary()
  return (
    <PageHeader
      title={<Title summary={summary.data} />}
      subtitle={<Subtitle summary={summary.data} isFailed={summary.isError} />}
      actions={
        <LinkButton href={routes.spendCap} variant="primary">
          {t('changeCap')}
        </LinkButton>
      }
    />
  )
}

type Summary = Answer<'usage.summary'> | undefined

function Title({ summary }: { readonly summary: Summary }) {
  const t = useTranslations('overview')
  const locale = useLocale()
  const period = periodOf(summary?.period_start, summary?.period_end)
  if (period === undefined) return t('title')
  if (!period.isCalendarMonth)
    return `${formatDayMonth(period.firstDay, locale)} – ${formatDayMonth(period.lastDay, locale)}`
  const month = formatMonth(period.firstDay, locale)
  return month.charAt(0).toLocaleUpperCase(locale) + month.slice(1)
}

function Subtitle({ summary, isFailed }: { readonly summary: Summary; readonly isFailed: boolean }) {
  const t = useTranslations('overview.period')
  const { range } = usePeriodTexts()
  const period = periodOf(summary?.period_start, summary?.period_end)
  if (summary === undefined) return isFailed ? null : <Skeleton className="mt-1 h-4 w-96 max-w-full" />
  if (period === undefined) return t('unknown')
  return (
    <>
      {t('line', { range: range(period) })}
      <Elapsed start={summary.period_start ?? ''} end={summary.period_end ?? ''} />
    </>
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
