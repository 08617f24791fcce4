'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { FailedState } from '@/components/ui/failed-state'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { formatDateTime, formatTime } from '@/lib/domain/format/format'
import { readPayment } from '@/lib/domain/usage/payment'

import { type FailureKey, failureKey } from './failure'
import { useViewState } from './notice/use-view-state'
import { LazyPaymentRefusal } from './payment/payment-banner'
import { SignInLink } from './sign-in-link'
import { useRetryFailed } from './use-retry-failed'

export type RefetchableQuery = Pick<UseQueryResult, 'error' | 'isFetching'> & { readonly refetch: () => unknown }

/** Seconds to wait after a 429 that does not state a delay. */
const USUAL_WAIT_S = 30

/** Counts down the seconds that a 429 asks to wait and refetches at zero. Undefined for other failures. */
function useRetryAfter({ error, errorUpdatedAt, refetch }: FailedQueryProps['query']): number | undefined {
  const seconds = isApiError(error) && error.status === 429 ? (error.retryAfterS ?? USUAL_WAIT_S) : undefined
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === undefined) return undefined
    const until = errorUpdatedAt + seconds * 1000
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const counter = setInterval(tick, 1000)
    const retry = setTimeout(() => void refetch(), Math.max(1000, until - Date.now()))
    return () => {
      clearInterval(counter)
      clearTimeout(retry)
    }
  }, [seconds, errorUpdatedAt, refetch])
  return seconds === undefined ? undefined : (secondsLeft ?? seconds)
}

export interface FailedQueryProps {
  readonly query: RefetchableQuery & Pick<UseQueryResult, 'errorUpdatedAt'>
  readonly contentName?: string | undefined
}

/**
 * The failed state of a query, in the user's language, with the request id and a retry. After a 429 it retries
 * automatically.
 */
export function FailedQuery({ query, contentName }: FailedQueryProps) {
  const { error, refetch, isFetching } = query
  const waitS = useRetryAfter(query)
  const retry = useRetryFailed()
  // The style sheet hides the card that contains this marker.
  if (useViewState({ state: 'failed', error, isFetching, refetch })) return <div hidden data-told="" />
  return (
    <FailedState
      contentName={contentName}
      reason={<FailureReason error={error} waitS={waitS} />}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={() => {
        void refetch()
        retry()
      }}
      isRetrying={isFetching}
    />
  )
}

export interface FailureReasonProps {
  readonly error: Error | null
  /** Seconds left to wait, while a countdown runs. */
  readonly waitS?: number | undefined
}

/**
 * The reason why a call failed, as one sentence. A 402 also gets its remedy, and an unreadable answer the parser's
 * first issue.
 */
export function FailureReason({ error, waitS }: FailureReasonProps) {
  const payment = readPayment(error)
  return payment === undefined ? <PlainReason error={error} waitS={waitS} /> : <LazyPaymentRefusal payment={payment} />
}

function PlainReason({ error, waitS }: FailureReasonProps) {
  const t = useTranslations('common.failed')
  const key = failureKey(error)
  if (key === 'rateLimited' && waitS === undefined)
    return <WaitText seconds={isApiError(error) ? error.retryAfterS : undefined} />
  return (
    <>
      <p>{t(key, { seconds: waitS ?? 0 })}</p>
      {key === 'unauthorized' && <SignInLink />}
      {isApiError(error) && <Particulars error={error} failure={key} />}
    </>
  )
}

/** Details for support. */
function Particulars({ error, failure }: { readonly error: ApiError; readonly failure: FailureKey }) {
  const t = useTranslations('common.failed')
  if (failure === 'shape') return <p className="text-sm break-words">{error.message}</p>
  return failure === 'other' ? <p className="text-sm">{t('codeOnly', { status: error.status })}</p> : null
}

export interface StaleLineProps {
  readonly query: RefetchableQuery & Pick<UseQueryResult, 'dataUpdatedAt'>
}

/** The line itself, for one view or for all views of the page. */
export function StaleLine({ query }: StaleLineProps) {
  const t = useTranslations('common')
  const locale = useLocale()
  const retryFailed = useRetryFailed()
  const { error, dataUpdatedAt } = query
  // Without an error these are saved figures of an earlier visit.
  const retry = () => (error === null ? query.refetch() : retryFailed())
  return (
    <p role="status" className="flex flex-wrap gap-x-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-ink">
      {error === null
        ? t('restored', { time: formatDateTime(dataUpdatedAt, locale) })
        : t('stale', { time: formatTime(dataUpdatedAt) })}
      {failureKey(error) === 'unauthorized' && (
        <span>
          {t('failed.unauthorized')} <SignInLink />
        </span>
      )}
      <button type="button" onClick={retry} className="underline underline-offset-2">
        {query.isFetching ? t('loading') : t('retry')}
      </button>
    </p>
  )
}

/**
 * For a 429 outside a query, where a repeat must be the user's choice: counts down the seconds left since it was shown.
 */
function WaitText({ seconds = 0 }: { readonly seconds?: number | undefined }) {
  const t = useTranslations('common.failed')
  const [secondsLeft, setSecondsLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const until = Date.now() + seconds * 1000
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return <p>{t('rateLimited', { seconds: secondsLeft })}</p>
}
