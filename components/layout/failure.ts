import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { recordOf } from '@/lib/domain/collections/record-of'
import { poolNames } from '@/lib/domain/usage/pools'

const byStatus = {
  401: 'unauthorized',
  402: 'payment',
  403: 'forbidden',
  429: 'rateLimited',
  504: 'timeout',
} as const

/** Codes of the panel's own errors: an unusable remote service, or a step that the user has to take first. */
const byCode = {
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
} as const

/** The pool or subscription that a 402 reports as missing. */
const byPool = {
  ...recordOf(poolNames, () => 'paymentPool' as const),
  overage: 'paymentOverage',
  plan: 'paymentPlan',
  subscription: 'paymentSubscription',
} as const

type FailureKeyTables = typeof byStatus & typeof byCode & typeof byPool
export type FailureKey =
  | FailureKeyTables[keyof FailureKeyTables]
  | Exclude<ApiError['kind'], 'status'>
  | 'server'
  | 'other'

const keyIn = (table: Readonly<Record<string, FailureKey>>, name: string | number): FailureKey | undefined =>
  table[name]

/**
 * The message key in `common.failed` for a failed call. An error that is not an `ApiError` counts as a lost connection.
 */
export function failureKey(error: unknown): FailureKey {
  if (!isApiError(error)) return 'network'
  if (error.kind !== 'status') return error.kind
  const specificKey = error.status === 402 ? keyIn(byPool, String(error.detail['pool'])) : keyIn(byCode, error.code)
  return specificKey ?? keyIn(byStatus, error.status) ?? (error.status >= 500 ? 'server' : 'other')
}
