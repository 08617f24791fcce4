'use client'

import { useTranslations } from 'use-intl'

import { isApiError } from '@/lib/domain/api-error'

import { failureKey } from './failure'

/** The reason why a call failed, on one line for a toast, in the user's language. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('common.failed')
  return (error) => t(failureKey(error), { seconds: isApiError(error) ? (error.retryAfterS ?? 0) : 0 })
}
