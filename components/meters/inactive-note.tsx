'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

/** On every page that shows figures of an account without a subscription. */
export function InactiveNote() {
  const t = useTranslations('meters.outlook')
  const way = useTranslations('common.payment.way')
  return (
    <Banner tone="danger" className="mb-4">
      {t('inactive')} {way('subscription')}
    </Banner>
  )
}
