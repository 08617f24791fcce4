'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useCountValues } from '@/components/ui/use-count-values'
import { isApiError } from '@/lib/domain/api-error'

const numberIn = (detail: Readonly<Record<string, unknown>>, key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}

/** Why a job stopped and what to do. What was done stays done. */
export function JobFailure({ error, action }: { readonly error: unknown; readonly action?: ReactNode }) {
  const t = useTranslations('monitor-import.job')
  const counted = useCountValues()
  const toText = useFailureText()
  if (isApiError(error) && error.status === 401) {
    return (
      <Banner
        tone="danger"
        action={
          <>
            <SignInLink />
            {action}
          </>
        }
      >
        {t('session')}
      </Banner>
    )
  }
  if (isApiError(error) && error.code === 'monitor_limit') {
    const of = (key: string) => counted(numberIn(error.detail, key)).count
    const values = {
      limit: of('limit'),
      limitNumber: numberIn(error.detail, 'limit'),
      current: of('current'),
      requested: of('requested'),
    }
    return (
      <Banner tone="danger" action={action}>
        {t('limit', values)}
      </Banner>
    )
  }
  if (isApiError(error) && error.status === 402) return <PaymentBanner error={error} />
  return (
    <Banner tone="danger" action={action}>
      {t('failed', { reason: toText(error) })}
    </Banner>
  )
}
