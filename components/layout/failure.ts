import { isApiError } from '@/lib/domain/api-error'
import { recordOf } from '@/lib/domain/collections/record-of'
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
  | 'secondFactor'
  | 'proof'
  | 'secondFactorKept'
  | 'secondFactorKnown'
  | 'otherAccounts'
  | 'spending'
  | 'keyLimits'
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

/** The panel's own answers: of a remote service that cannot be used, and of what the person has to do first. */
const byCode: Readonly<Record<string, FailureKey>> = {
  upstream_unauthorized: 'upstreamKey',
  upstream_unreachable: 'upstreamGone',
  unknown_shape: 'shape',
  second_factor_required: 'secondFactor',
  proof_required: 'proof',
  second_factor_kept: 'secondFactorKept',
  second_factor_known: 'secondFactorKnown',
  other_accounts: 'otherAccounts',
  spending_not_allowed: 'spending',
  outside_scope: 'keyLimits',
  address_not_allowed: 'keyLimits',
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
