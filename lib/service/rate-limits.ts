import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { Bucket } from '@/lib/contract/operation'

import type { ServiceConfig, ServiceDependencies } from './context'
import { Refusal } from './errors'

type Limiters = { readonly second: RateLimiterMemory; readonly minute: RateLimiterMemory }

// One pair of counters per running service; tests run several services in one process.
const limitersOf = new WeakMap<ServiceDependencies, Limiters>()

function limiters(dependencies: ServiceDependencies): Limiters {
  const known = limitersOf.get(dependencies)
  if (known) return known
  const made = makeLimiters(dependencies.config)
  limitersOf.set(dependencies, made)
  return made
}

const makeLimiters = (config: ServiceConfig): Limiters => ({
  second: new RateLimiterMemory({ points: config.rateLimitPerSecond, duration: 1 }),
  minute: new RateLimiterMemory({ points: config.rateLimitPerMinute, duration: 60 }),
})

/**
 * Decision 26: both windows must pass, or 429 with `Retry-After` (whole seconds) and `bucket`. A refused call takes
 * nothing from either window.
 * @param owner whose counter it is: the account of a key, the user of a panel session
 */
export async function takeRate(dependencies: ServiceDependencies, owner: string, bucket: Bucket): Promise<void> {
  const { second, minute } = limiters(dependencies)
  const key = `${bucket}:${owner}`
  await consume(minute, key, bucket)
  try {
    await consume(second, key, bucket)
  } catch (error) {
    await minute.reward(key, 1)
    throw error
  }
}

async function consume(limiter: RateLimiterMemory, key: string, bucket: Bucket): Promise<void> {
  try {
    await limiter.consume(key, 1)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    // The limiter counts what it refuses too.
    await limiter.reward(key, 1)
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new Refusal('rate_limited', `Too many requests; try again in ${seconds} s`, {
      extra: { bucket },
      headers: { 'retry-after': String(seconds) },
    })
  }
}
