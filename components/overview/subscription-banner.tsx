'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

import { isSubscriptionRefusal } from './subscription'
import { useDailyReports } from './use-daily-reports'
import { useLatestEvents } from './use-latest-events'

/** An inactive account shows itself by what is refused; usage stays readable. */
export function SubscriptionBanner() {
  const t = useTranslations('overview.subscription')
  const events = useLatestEvents()
  const reports = useDailyReports()
  const isInactive = isSubscriptionRefusal(events.error) || isSubscriptionRefusal(reports.error)
  if (!isInactive) return null
  return (
    <Banner tone="danger" className="mb-4">
      {t('inactive')}
    </Banner>
  )
}
