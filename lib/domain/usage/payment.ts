import { isApiError } from '../api-error'
import { recordOf } from '../collections/record-of'
import { wholeCount } from './overage'
import { poolNames, pools } from './pools'

/** Why the service wants to be paid first (interface, section 7). `other`: it does not say, or in words not known here. */
export const paymentReasons = ['overage', 'monthly', 'daily', 'plan', 'subscription', 'other'] as const
export type PaymentReason = (typeof paymentReasons)[number]

/** A 402, read (decision 7). */
export interface Payment {
  readonly reason: PaymentReason
  /** As the service names it: a pool, `overage`, `plan`, `subscription`, or its own. */
  readonly pool: string | undefined
  /** The service's own words; undefined when it sent none. */
  readonly words: string | undefined
  /** Grosz for `overage`, otherwise units. */
  readonly limit: number | undefined
  readonly used: number | undefined
  /** Units that the call asked for (decision T3); undefined where the service does not say. */
  readonly requested?: number | undefined
  /** ISO; undefined where nothing resets by itself, or the service does not say when. */
  readonly resetsAt: string | undefined
}

const reasonOfPool: Readonly<Record<string, PaymentReason>> = {
  ...recordOf(poolNames, (pool) => pools[pool].reset),
  overage: 'overage',
  plan: 'plan',
  subscription: 'subscription',
}

/** Words that a service without a pool's name would use; each reason has its own, so that none is guessed from another's. */
const reasonWords: readonly (readonly [PaymentReason, RegExp])[] = [
  ['overage', /spend(ing)?[ -]cap/i],
  ['daily', /\bdaily\b/i],
  ['monthly', /\bmonthly\b/i],
  ['subscription', /\bsubscription\b/i],
  ['plan', /\bplan\b/i],
]

function reasonOf(pool: string | undefined, words: string | undefined): PaymentReason {
  if (pool !== undefined) return reasonOfPool[pool] ?? 'other'
  const meant = reasonWords.filter(([, pattern]) => pattern.test(words ?? ''))
  const [only] = meant
  return only !== undefined && meant.length === 1 ? only[0] : 'other'
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads a failed call; undefined when it was no 402. */
export function readPayment(error: unknown): Payment | undefined {
  if (!isApiError(error) || error.status !== 402) return undefined
  const { detail, message } = error
  const pool = textIn(detail['pool'])
  // What the client writes when the body had no words.
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
 * The call alone was too large: something is left of the pool, so smaller ones still go through. Of the cap, whose figures are
 * money, it is known only where the service says what was asked for.
 */
export function isTooLarge({ reason, limit, used, requested }: Payment): boolean {
  if (limit === undefined || used === undefined || used >= limit) return false
  return reason === 'overage' ? requested !== undefined && requested > 1 : reason === 'monthly' || reason === 'daily'
}
