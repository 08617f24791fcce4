'use client'

import { useTranslations } from 'use-intl'

import { isApiError } from '@/lib/domain/api-error'
import { readPayment } from '@/lib/domain/usage/payment'

import { failureKey } from './failure'

/** The reason why a call failed, on one line for a toast; a 402 includes the service's own message. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('common.failed')
  const payment = useTranslations('common.payment')
  return (error) => {
    const reason = t(failureKey(error), { seconds: isApiError(error) ? (error.retryAfterS ?? 0) : 0 })
    const words = readPayment(error)?.words
    return words === undefined ? reason : `${reason} ${payment('words', { words })}`
  }
}
