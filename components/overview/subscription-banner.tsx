'use client'

import { PaymentBanner } from '@/components/layout/payment-banner'

import { isSubscriptionRefusal } from './subscription'
import { useDailyReports } from './use-daily-reports'
import { useLatestEvents } from './use-latest-events'

/** An inactive account shows itself by what is refused; usage stays readable. */
export function SubscriptionBanner() {
  const refused = [useLatestEvents().error, useDailyReports().error].find(isSubscriptionRefusal)
  return <PaymentBanner error={refused} className="mb-4" />
}
