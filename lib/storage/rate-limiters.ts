import type { Pool, QueryConfig } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'

import { isReadOnly } from './engine/outage'
import { asPrepared } from './engine/prepared'
import type { Storage } from './storage'

/** Created by migration 006; it has no row type, because only the limiters use it. */
const TABLE = 'rate_limits'
const CLEAR_EVERY_MS = 300_000
/** Pause before a read-only store is tried again, because each refusal costs a connection. */
const READ_ONLY_MS = 1000

export type RateLimit = {
  /** Separates the keys of different limits. */
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly duration: number
  /**
   * Remembers refused keys until their window ends, instead of querying the store again. Do not use it if points are
   * given back.
   */
  readonly rememberRefused?: boolean
}

/**
 * Counts in windows that start with their first point: on PostgreSQL for all processes together, with one round trip
 * per count; on SQLite for this process. A limiter refuses by rejecting with a `RateLimiterRes`; any other rejection is
 * an outage. While PostgreSQL is read-only each process counts separately, so that reading calls are still answered.
 */
export function createRateLimiter({ pool }: Storage, limit: RateLimit): RateLimiterAbstract {
  const { name: keyPrefix, points, duration, rememberRefused = false } = limit
  const processLimiter = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!pool) return processLimiter
  const storeLimiter = new RateLimiterPostgres({
    keyPrefix,
    points,
    duration,
    // The library names its statements.
    storeClient: { query: (query: QueryConfig) => pool.query(asPrepared(query)) },
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    // The library's timer cannot be stopped; that of `clearPeriodically` can.
    clearExpiredByTimeout: false,
    ...(rememberRefused ? { inMemoryBlockOnConsumed: points + 1 } : {}),
  })
  return unlessReadOnly(storeLimiter, processLimiter)
}

type LimiterMethod = (this: RateLimiterAbstract, ...input: unknown[]) => unknown

function unlessReadOnly(storeLimiter: RateLimiterAbstract, processLimiter: RateLimiterAbstract): RateLimiterAbstract {
  let readOnlyUntil = 0
  return new Proxy(storeLimiter, {
    get: (_, name) => {
      const value: unknown = Reflect.get(storeLimiter, name, storeLimiter)
      const substitute: unknown = Reflect.get(processLimiter, name, processLimiter)
      if (typeof value !== 'function' || typeof substitute !== 'function') return value
      // Safe: methods of the same abstract limiter, called with the same arguments.
      const [storeMethod, processMethod] = [value as LimiterMethod, substitute as LimiterMethod]
      return async (...input: unknown[]) => {
        if (Date.now() < readOnlyUntil) return processMethod.apply(processLimiter, input)
        try {
          return await storeMethod.apply(storeLimiter, input)
        } catch (error) {
          if (!isReadOnly(error)) throw error
          readOnlyUntil = Date.now() + READ_ONLY_MS
          return processMethod.apply(processLimiter, input)
        }
      }
    },
  })
}

/** Deletes windows that have ended, every five minutes until the returned function is called. */
export function clearPeriodically(pool: Pool): () => void {
  const clear = () => {
    // A failed deletion is repeated next time.
    pool.query(`delete from ${TABLE} where expire < $1`, [Date.now()]).catch(() => undefined)
  }
  const timer = setInterval(clear, CLEAR_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
