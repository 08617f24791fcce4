import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { Bucket } from '@/lib/contract/refusals'
import { HttpError } from '@/lib/http/errors'
import { batchQueries } from '@/lib/storage/engine/batch-queue'
import { createRateLimiter } from '@/lib/storage/rate-limiters'

import type { ServiceDependencies } from '../http/context'

/** Why a call is refused; undefined if it may pass. */
type Verdict = RateLimiterRes | undefined
type Limiters = {
  readonly second: RateLimiterAbstract
  readonly minute: RateLimiterAbstract
  /** Owners whose minute is used up; their calls neither query the store nor touch their second. */
  readonly usedUp: RateLimiterMemory
  /** Owners that are being counted at the moment, and the function by which their next call joins the batch. */
  readonly counting: Map<string, (call: undefined) => Promise<Verdict>>
}

// One set of limiters per running service, because tests run several in one process.
const limitersOf = new WeakMap<ServiceDependencies, Limiters>()

function limiters(dependencies: ServiceDependencies): Limiters {
  const existing = limitersOf.get(dependencies)
  if (existing) return existing
  const created = makeLimiters(dependencies)
  limitersOf.set(dependencies, created)
  return created
}

const makeLimiters = ({ config, storage }: ServiceDependencies): Limiters => ({
  second: createRateLimiter(storage, {
    name: 'second',
    points: config.rateLimitPerSecond,
    duration: 1,
    rememberRefused: true,
  }),
  minute: createRateLimiter(storage, { name: 'minute', points: config.rateLimitPerMinute, duration: 60 }),
  usedUp: new RateLimiterMemory({ points: 0, duration: 60 }),
  counting: new Map(),
})

/**
 * Decision 26 (rate limits): both windows must pass, otherwise 429 with `Retry-After` (whole seconds) and `bucket`. A
 * refused call uses up neither window: counts beyond a window's limit end with it, the minute is checked only after the
 * second passed, and the second is refunded if the minute refuses. Simultaneous calls of one owner are counted together
 * and pass in order of arrival.
 * @param owner whose counter it is: the account of a key, the user of a panel session
 */
export async function consumeRateLimit(
  dependencies: ServiceDependencies,
  owner: string,
  bucket: Bucket,
): Promise<void> {
  const rateLimiters = limiters(dependencies)
  const key = `${bucket}:${owner}`
  const refused = await consumeTogether(rateLimiters, key)
  if (refused) throw tooMany(bucket, refused)
}

function consumeTogether(rateLimiters: Limiters, key: string): Promise<Verdict> {
  const { counting } = rateLimiters
  const join =
    counting.get(key) ??
    batchQueries<undefined, Verdict>(
      (calls) => consumeCalls(rateLimiters, key, calls.length),
      () => counting.delete(key),
    )
  counting.set(key, join)
  return join(undefined)
}

/** Decides all of `calls` simultaneous calls. */
async function consumeCalls({ second, minute, usedUp }: Limiters, key: string, calls: number): Promise<Verdict[]> {
  const used = await usedUp.get(key)
  if (used && used.msBeforeNext > 0) return verdicts(calls, { passed: 0, refusal: used })
  const bySecond = await consume(second, key, calls)
  if (bySecond.passed === 0) return verdicts(calls, bySecond)
  const byMinute = await consume(minute, key, bySecond.passed)
  // Also blocks after the last point: the next refused call must wait for the rest of the minute, not of the second.
  if (byMinute.isUsedUp) await usedUp.block(key, Math.max(1, byMinute.msBeforeNext) / 1000)
  if (byMinute.refusal) await second.reward(key, bySecond.passed - byMinute.passed)
  return [...verdicts(bySecond.passed, byMinute), ...verdicts(calls - bySecond.passed, { ...bySecond, passed: 0 })]
}

type PassedCalls = { readonly passed: number; readonly refusal: Verdict }
/** `isUsedUp`: the window, which ends in `msBeforeNext`, has nothing left. */
type ConsumedPoints = PassedCalls & { readonly isUsedUp: boolean; readonly msBeforeNext: number }

const verdicts = (calls: number, { passed, refusal }: PassedCalls): Verdict[] =>
  Array.from({ length: calls }, (_, call) => (call < passed ? undefined : refusal))

/** How many points were available, and the limiter's verdict for the rest. */
async function consume(limiter: RateLimiterAbstract, key: string, points: number): Promise<ConsumedPoints> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, points)
    return { passed: points, refusal: undefined, isUsedUp: remainingPoints <= 0, msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    // The limiter does not count points of a blocked key.
    const excess = refusal.consumedPoints === 0 ? points : refusal.consumedPoints - limiter.points
    return { passed: Math.max(0, points - excess), refusal, isUsedUp: true, msBeforeNext: refusal.msBeforeNext }
  }
}

function tooMany(bucket: Bucket, { msBeforeNext }: RateLimiterRes): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError('rate_limited', `Too many requests; try again in ${seconds} s`, {
    extra: { bucket },
    headers: { 'retry-after': String(seconds) },
  })
}
