import { createHash } from 'node:crypto'

import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { toAddressGroup } from '@/lib/http/addresses'
import { createRateLimiter } from '@/lib/storage/rate-limiters'
import type { Storage } from '@/lib/storage/storage'

import { normaliseEmail } from './emails'

export type Attempt = { readonly email: string; readonly address: string }
type Admission = { readonly ok: true } | { readonly ok: false; readonly waitS: number }

export type SignInThrottle = {
  /**
   * Called before any check. The attempt counts as failed until `succeeded` or `withdrawn`, so that parallel attempts
   * gain nothing.
   */
  attempt(attempt: Attempt): Promise<Admission>
  /** The secret was correct: resets the count for this e-mail and address, which are known from now on. */
  succeeded(attempt: Attempt): Promise<void>
  /** The attempt was not made and is not counted. */
  withdrawn(attempt: Attempt): Promise<void>
}

/** Failures allowed before waiting; each kind of secret (password, code, mail) is counted separately. */
export type ThrottleLimits = {
  readonly name: string
  readonly perEmailAndAddress: number
  /** From one address, whatever the e-mail. */
  readonly perAddress: number
  /**
   * For one e-mail from all addresses. Above it each address first has to wait a little, and others cannot use up its
   * attempt.
   */
  readonly perEmail: number
}

/** Period in which failures are counted, from the first one. */
const WINDOW_S = 3600
/** First pause of the back-off; it doubles with each further failure. */
const FIRST_PAUSE_S = 60
const LONGEST_PAUSE_S = 900
/** Wait for unknown addresses while an e-mail is under attack; it grows with the number of failures. */
const SLOW_STEP_S = 15
const SLOWEST_S = 120
/** How long the attempt may be made after waiting. */
const ATTEMPT_WINDOW_S = 600
/** How long an address stays known for an e-mail. */
const KNOWN_S = 14 * 24 * 3600

/**
 * Slows down attempts at a secret with a back-off per e-mail and address, and per address. If many addresses attack one
 * e-mail, unknown addresses have to wait two minutes at most and known ones not at all, so that nobody can lock a user
 * out. Refused attempts are not counted, and unknown e-mails are treated like known ones.
 */
export function createSignInThrottle(storage: Storage, limits: ThrottleLimits): SignInThrottle {
  const { name } = limits
  const pairBackOff = createBackOff(storage, { name: `${name}-both`, free: limits.perEmailAndAddress })
  const addresses = createBackOff(storage, { name: `${name}-address`, free: limits.perAddress })
  const slowDown = createSlowDown(storage, { name, free: limits.perEmail })
  const knownAddresses = createRateLimiter(storage, { name: `${name}-known`, points: 1, duration: KNOWN_S })
  const isKnown = async ({ both }: Keys) => isLive(await knownAddresses.get(both))
  return {
    attempt: async (attempt) => {
      const keys = keysOf(attempt)
      const isExempt = await isKnown(keys)
      const paused = await Promise.all([pairBackOff.paused(keys.both), isExempt ? 0 : addresses.paused(keys.address)])
      const waitS = Math.max(...paused)
      if (waitS > 0) return { ok: false, waitS }
      const slowS = isExempt ? 0 : await slowDown.claimAttempt(keys)
      if (slowS > 0) return { ok: false, waitS: slowS }
      const countedS = await pairBackOff.count(keys.both)
      if (countedS > 0) return { ok: false, waitS: countedS }
      const addressS = isExempt ? 0 : await addresses.count(keys.address)
      await (addressS > 0 ? pairBackOff.giveBack(keys.both) : slowDown.count(keys))
      return addressS > 0 ? { ok: false, waitS: addressS } : { ok: true }
    },
    succeeded: async (attempt) => {
      const keys = keysOf(attempt)
      const isExempt = await isKnown(keys)
      await Promise.all([
        pairBackOff.forget(keys.both),
        slowDown.giveBack(keys),
        isExempt ? undefined : addresses.giveBack(keys.address),
        knownAddresses.set(keys.both, 1, KNOWN_S),
      ])
    },
    withdrawn: async (attempt) => {
      const keys = keysOf(attempt)
      const isExempt = await isKnown(keys)
      await Promise.all([
        pairBackOff.giveBack(keys.both),
        slowDown.giveBack(keys),
        isExempt ? undefined : addresses.giveBack(keys.address),
      ])
    },
  }
}

type Keys = { readonly both: string; readonly email: string; readonly address: string }

/** Hashed, so that keys have a fixed length and the limiter's store contains no e-mails. */
function keysOf({ email, address }: Attempt): Keys {
  const [normalisedEmail, addressGroup] = [normaliseEmail(email), toAddressGroup(address)]
  return {
    both: hashOf(`${normalisedEmail}|${addressGroup}`),
    email: hashOf(normalisedEmail),
    address: hashOf(addressGroup),
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
const isLive = (found: RateLimiterRes | null): found is RateLimiterRes => found !== null && found.msBeforeNext > 0

type CounterOptions = { readonly name: string; readonly free: number }

/** Allows `free` attempts, then one after each pause. Every function returns the seconds to wait, 0 for none. */
function createBackOff(storage: Storage, { name, free }: CounterOptions) {
  const failures = createRateLimiter(storage, { name: `${name}-failures`, points: free, duration: WINDOW_S })
  const pauses = createRateLimiter(storage, { name: `${name}-pause`, points: 1, duration: FIRST_PAUSE_S })
  const giveBack = (key: string) => failures.reward(key)
  return {
    paused: async (key: string): Promise<number> => {
      const pause = await pauses.get(key)
      return isLive(pause) ? secondsOf(pause.msBeforeNext) : 0
    },
    /** The last free attempt and each later one start a pause; of several concurrent attempts only one passes. */
    count: async (key: string): Promise<number> => {
      const { consumedPoints } = await failures.penalty(key)
      if (consumedPoints < free) return 0
      const waitS = await consumePoint(pauses, key, pauseAfter(consumedPoints - free))
      if (waitS > 0) await giveBack(key)
      return waitS
    },
    giveBack,
    forget: (key: string) => Promise.all([failures.delete(key), pauses.delete(key)]),
  }
}

const pauseAfter = (extraFailures: number): number =>
  Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.min(extraFailures, 10))

async function consumePoint(limiter: RateLimiterAbstract, key: string, customDuration: number): Promise<number> {
  try {
    await limiter.consume(key, 1, { customDuration })
    return 0
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsOf(error.msBeforeNext)
    throw error
  }
}

/** Under attack every address waits for its own attempt, so that the attacker cannot use it up. */
function createSlowDown(storage: Storage, { name, free }: CounterOptions) {
  const failures = createRateLimiter(storage, { name: `${name}-email`, points: free, duration: WINDOW_S })
  const waits = createRateLimiter(storage, { name: `${name}-turn`, points: 1, duration: ATTEMPT_WINDOW_S })
  return {
    claimAttempt: async ({ email, both }: Keys): Promise<number> => {
      const failed = await failures.get(email)
      const slowS = isLive(failed) ? slowAfter(failed.consumedPoints, free) : 0
      if (slowS === 0) return 0
      const wait = await waits.get(both)
      if (!isLive(wait)) {
        await waits.set(both, 1, slowS + ATTEMPT_WINDOW_S)
        return slowS
      }
      const leftMs = wait.msBeforeNext - ATTEMPT_WINDOW_S * 1000
      if (leftMs > 0) return secondsOf(leftMs)
      // Deleting the entry claims the attempt, so it can be made only once.
      return (await waits.delete(both)) ? 0 : slowS
    },
    count: ({ email }: Keys) => failures.penalty(email),
    giveBack: ({ email }: Keys) => failures.reward(email),
  }
}

const slowAfter = (failed: number, free: number): number => Math.min(SLOWEST_S, SLOW_STEP_S * Math.floor(failed / free))
