'use client'

import { useTranslations } from 'use-intl'

import { isApiError } from '@/lib/domain/api-error'

import { failureKey } from './failure'

/** Why a call failed, as one sentence for a toast. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('common.failed')
  return (error) => t(failureKey(error), { seconds: isApiError(error) ? (error.retryAfterS ?? 0) : 0 })
}
