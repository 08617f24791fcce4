import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'

import type { Storage } from '../storage'

/** Made by migration 006, without a type of its own: only the limiters know its rows. */
const TABLE = 'rate_limits'
const CLEARED_EVERY_MS = 300_000

export type RateLimit = {
  /** Keeps the keys of different limits apart. */
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly duration: number
  /** Remembers refused keys until their window ends, instead of asking the store again. Not where keys are given back. */
  readonly rememberRefused?: boolean
}

/**
 * Counts in windows that begin with their first point: on PostgreSQL for all processes together, one round trip each, on
 * SQLite for this process. A limiter refuses by rejecting with a `RateLimiterRes`; any other rejection is an outage.
 */
export function createRateLimiter({ pool }: Storage, limit: RateLimit): RateLimiterAbstract {
  const { name: keyPrefix, points, duration, rememberRefused = false } = limit
  if (!pool) return new RateLimiterMemory({ keyPrefix, points, duration })
  return new RateLimiterPostgres({
    keyPrefix,
    points,
    duration,
    storeClient: pool,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    // Its timer cannot be stopped; `keepCleared` has one that can.
    clearExpiredByTimeout: false,
    ...(rememberRefused ? { inMemoryBlockOnConsumed: points + 1 } : {}),
  })
}

/** Deletes windows that have ended, every five minutes until the returned function is called. */
export function keepCleared(pool: Pool): () => void {
  const clear = () => {
    // What is left over is deleted next time.
    pool.query(`delete from ${TABLE} where expire < $1`, [Date.now()]).catch(() => undefined)
  }
  const timer = setInterval(clear, CLEARED_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
