'use client'

import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import type { Month } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format'

import { isPeriodOf } from './month'
import { MonthPager } from './month-pager'
import { useSummary } from './use-usage'

interface UsageHeaderProps {
  readonly month: Month
  readonly current: Month
  /** Of the account. */
  readonly first: Month
  readonly onChange: (month: Month) => void
}

export function UsageHeader(props: UsageHeaderProps) {
  const t = useTranslations('usage')
  const { month, current } = props
  return (
    <PageHeader
      title={t('title')}
      subtitle={month === current ? <CurrentPeriod month={month} /> : t('period.closed')}
      actions={<MonthPager {...props} />}
    />
  )
}

function CurrentPeriod({ month }: { readonly month: Month }) {
  const t = useTranslations('usage.period')
  const locale = useLocale()
  const period = useSummary().data
  const end = period?.period_end
  if (!period || !end || !isPeriodOf(period, month)) return t('open')
  return (
    <time dateTime={end} title={`${end} · ${t('zone')}`}>
      {t('current', { when: formatDateTime(end, locale) })}
    </time>
  )
}
