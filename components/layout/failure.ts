import { isApiError } from '@/lib/domain/api-error'
import { recordOf } from '@/lib/domain/record-of'
import { poolNames } from '@/lib/domain/usage/pools'

export type FailureKey =
  | 'network'
  | 'timeout'
  | 'shape'
  | 'unauthorized'
  | 'upstreamKey'
  | 'upstreamGone'
  | 'payment'
  | 'paymentPool'
  | 'paymentOverage'
  | 'paymentPlan'
  | 'paymentSubscription'
  | 'forbidden'
  | 'spending'
  | 'rateLimited'
  | 'server'
  | 'other'

const byStatus: Readonly<Record<number, FailureKey>> = {
  401: 'unauthorized',
  402: 'payment',
  403: 'forbidden',
  429: 'rateLimited',
  504: 'timeout',
}

/** The panel's own answers for a remote service that cannot be used: no fault of the session, and none to retry. */
const byCode: Readonly<Record<string, FailureKey>> = {
  upstream_unauthorized: 'upstreamKey',
  upstream_unreachable: 'upstreamGone',
  unknown_shape: 'shape',
  spending_not_allowed: 'spending',
}

/** What a 402 says is missing. */
const byPool: Readonly<Record<string, FailureKey>> = {
  ...recordOf(poolNames, () => 'paymentPool' as const),
  overage: 'paymentOverage',
  plan: 'paymentPlan',
  subscription: 'paymentSubscription',
}

/** The message of `common.failed` that fits a failed call; what is no answer of the service counts as no connection. */
export function failureKey(error: unknown): FailureKey {
  if (!isApiError(error)) return 'network'
  if (error.kind !== 'status') return error.kind
  const known = error.status === 402 ? byPool[String(error.detail['pool'])] : byCode[error.code]
  return known ?? byStatus[error.status] ?? (error.status >= 500 ? 'server' : 'other')
}
