import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { Bucket } from '@/lib/contract/operation'
import { createRateLimiter } from '@/lib/storage/rate-limiters'

import type { ServiceDependencies } from './context'
import { Refusal } from './errors'

type Limiters = {
  readonly second: RateLimiterAbstract
  readonly minute: RateLimiterAbstract
  /** Keys whose minute is known to be used up, so that they neither ask the store nor touch their second. */
  readonly usedUp: RateLimiterMemory
}

// One set of limiters per running service; tests run several services in one process.
const limitersOf = new WeakMap<ServiceDependencies, Limiters>()

function limiters(dependencies: ServiceDependencies): Limiters {
  const known = limitersOf.get(dependencies)
  if (known) return known
  const made = makeLimiters(dependencies)
  limitersOf.set(dependencies, made)
  return made
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
})

/**
 * Decision 26: both windows must pass, or 429 with `Retry-After` (whole seconds) and `bucket`. A refused call takes
 * nothing from either window: what a window counts beyond its limit ends with it, the minute is only asked once the second
 * has passed, and the second gets its point back when the minute refuses.
 * @param owner whose counter it is: the account of a key, the user of a panel session
 */
export async function takeRate(dependencies: ServiceDependencies, owner: string, bucket: Bucket): Promise<void> {
  const { second, minute, usedUp } = limiters(dependencies)
  const key = `${bucket}:${owner}`
  const known = await usedUp.get(key)
  if (known && known.msBeforeNext > 0) throw tooMany(bucket, known)
  const bySecond = await consume(second, key)
  if (bySecond) throw tooMany(bucket, bySecond)
  const byMinute = await consume(minute, key)
  if (!byMinute) return
  // A block of no length would have no end.
  await usedUp.block(key, Math.max(1, byMinute.msBeforeNext) / 1000)
  await second.reward(key, 1)
  throw tooMany(bucket, byMinute)
}

/** What the limiter says when it refuses; undefined when it lets the call through. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key, 1)
    return undefined
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

function tooMany(bucket: Bucket, { msBeforeNext }: RateLimiterRes): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal('rate_limited', `Too many requests; try again in ${seconds} s`, {
    extra: { bucket },
    headers: { 'retry-after': String(seconds) },
  })
}
