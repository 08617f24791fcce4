import { isApiError } from '../api-error'
import { recordOf } from '../collections/record-of'
import { wholeCount } from './overage'
import { poolNames, pools } from './pools'

/** Why the service answered 402 (interface section 7, errors). `other`: it gives no known reason. */
export const paymentReasons = ['overage', 'monthly', 'daily', 'plan', 'subscription', 'other'] as const
export type PaymentReason = (typeof paymentReasons)[number]

/** A parsed 402 (decision 7, error bodies). */
export interface Payment {
  readonly reason: PaymentReason
  /** The name from the service: a pool, `overage`, `plan`, `subscription`, or an unknown one. */
  readonly pool: string | undefined
  /** The service's message; undefined without one. */
  readonly words: string | undefined
  /** Grosz for `overage`, otherwise units. */
  readonly limit: number | undefined
  readonly used: number | undefined
  /** Units that the call needed (decision T3, units of an answer); undefined if the service does not report them. */
  readonly requested?: number | undefined
  /** ISO 8601; undefined if nothing resets automatically or the time is unknown. */
  readonly resetsAt: string | undefined
}

const reasonOfPool: Readonly<Record<string, PaymentReason>> = {
  ...recordOf(poolNames, (pool) => pools[pool].reset),
  overage: 'overage',
  plan: 'plan',
  subscription: 'subscription',
}

/** Words of services that do not name the pool; they are distinct, so that no reason is mistaken for another. */
const reasonWords: readonly (readonly [PaymentReason, RegExp])[] = [
  ['overage', /spend(ing)?[ -]cap/i],
  ['daily', /\bdaily\b/i],
  ['monthly', /\bmonthly\b/i],
  ['subscription', /\bsubscription\b/i],
  ['plan', /\bplan\b/i],
]

function reasonOf(pool: string | undefined, words: string | undefined): PaymentReason {
  if (pool !== undefined) return reasonOfPool[pool] ?? 'other'
  const matches = reasonWords.filter(([, pattern]) => pattern.test(words ?? ''))
  const [match] = matches
  return match !== undefined && matches.length === 1 ? match[0] : 'other'
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Parses a failed call; undefined unless it was a 402. */
export function readPayment(error: unknown): Payment | undefined {
  if (!isApiError(error) || error.status !== 402) return undefined
  const { detail, message } = error
  const pool = textIn(detail['pool'])
  // The client's default message for a body without one.
  const words = message === 'HTTP 402' ? undefined : textIn(message)
  const resetsAt = textIn(detail['resets_at'])
  return {
    reason: reasonOf(pool, words),
    pool,
    words,
    limit: wholeCount(detail['limit']),
    used: wholeCount(detail['used']),
    requested: wholeCount(detail['requested']),
    resetsAt: resetsAt !== undefined && !Number.isNaN(Date.parse(resetsAt)) ? resetsAt : undefined,
  }
}

/**
 * Only this call was too large: something is left of the pool, so smaller calls still work. For the cap, whose figures
 * are money, that is known only if the service reports the requested units.
 */
export function isTooLarge({ reason, limit, used, requested }: Payment): boolean {
  if (limit === undefined || used === undefined || used >= limit) return false
  return reason === 'overage' ? requested !== undefined && requested > 1 : reason === 'monthly' || reason === 'daily'
}
