'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

interface SaveProblemProps {
  readonly error: unknown
  /** The filter is not there any more. */
  readonly isGone: boolean
  readonly onSaveAsNew: () => void
}

const numberIn = ({ detail }: ApiError, key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}

/** Why a save failed and what to do; everything typed stays as it is. */
export function SaveProblem({ error, isGone, onSaveAsNew }: SaveProblemProps) {
  const t = useTranslations('filters.save')
  const toText = useFailureText()
  if (isGone) {
    const action = (
      <Button size="sm" onClick={onSaveAsNew}>
        {t('asNew')}
      </Button>
    )
    return (
      <Banner tone="warn" action={action}>
        {t('gone')}
      </Banner>
    )
  }
  if (error === undefined) return null
  if (!isApiError(error)) return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
  if (error.status === 401) {
    return (
      <Banner tone="danger" action={<SignInLink />}>
        {t('session')}
      </Banner>
    )
  }
  if (error.status === 402) return <PaymentBanner error={error} />
  if (error.status === 422) return <Banner tone="danger">{t('refused')}</Banner>
  if (error.code === 'filter_limit') {
    const values = { limit: numberIn(error, 'limit'), current: numberIn(error, 'current') }
    return <Banner tone="danger">{t('limit', values)}</Banner>
  }
  return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
}
