import { createHash } from 'node:crypto'

import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

import { toAddressGroup } from '@/lib/http/addresses'
import { createRateLimiter } from '@/lib/storage/rate-limiters'
import type { Storage } from '@/lib/storage/storage'

import { normaliseEmail } from './emails'

/** Who tries, and from where: an address, of IPv6 its /64. */
export type Attempt = { readonly email: string; readonly address: string }
type Admission = { readonly ok: true } | { readonly ok: false; readonly waitS: number }

export type SignInThrottle = {
  /** Asked before anything is looked at, so that a parallel burst gains nothing: it counts as failed until told otherwise. */
  attempt(of: Attempt): Promise<Admission>
  /** It was right: this person at this address begins anew, and is known there from now on. */
  succeeded(of: Attempt): Promise<void>
  /** It was not tried after all: as if it had never been. */
  withdrawn(of: Attempt): Promise<void>
}

/** How many fail before there is a wait; each kind of proof (password, code, mail) is counted for itself. */
export type ThrottleLimits = {
  /** Keeps the counts of different proofs apart. */
  readonly name: string
  /** For one e-mail from one address. */
  readonly perEmailAndAddress: number
  /** From one address, whatever the e-mail. */
  readonly perAddress: number
  /** For one e-mail, wherever from. Above it each address has to wait a little first, which nobody else can use up. */
  readonly perEmail: number
}

/** Failures are counted this long from the first. */
const WINDOW_S = 3600
/** The first pause of a back-off, doubled with each further failure up to the longest. */
const FIRST_PAUSE_S = 60
const LONGEST_PAUSE_S = 900
/** What an e-mail under attack makes an address wait that it is not known from, growing with the failures. */
const SLOW_STEP_S = 15
const SLOWEST_S = 120
/** For so long whoever has waited may make the attempt. */
const TURN_S = 600
/** How long a person is known where she signed in. */
const KNOWN_S = 14 * 24 * 3600

/**
 * Attempts at a secret, slowed down by back-off: per e-mail and address, and per address. Attempts from many addresses at one e-mail
 * make the others wait two minutes at most, and not those who signed in from their address before; so nobody can keep a
 * person out. What is refused is not counted, and whether an e-mail exists makes no difference.
 */
export function createSignInThrottle(storage: Storage, limits: ThrottleLimits): SignInThrottle {
  const { name } = limits
  const together = createBackOff(storage, { name: `${name}-both`, free: limits.perEmailAndAddress })
  const addresses = createBackOff(storage, { name: `${name}-address`, free: limits.perAddress })
  const slow = createSlowDown(storage, { name, free: limits.perEmail })
  const known = createRateLimiter(storage, { name: `${name}-known`, points: 1, duration: KNOWN_S })
  const isKnown = async ({ both }: Keys) => isLive(await known.get(both))
  return {
    attempt: async (of) => {
      const keys = keysOf(of)
      const spared = await isKnown(keys)
      const paused = await Promise.all([together.paused(keys.both), spared ? 0 : addresses.paused(keys.address)])
      const waitS = Math.max(...paused)
      if (waitS > 0) return { ok: false, waitS }
      const slowS = spared ? 0 : await slow.turn(keys)
      if (slowS > 0) return { ok: false, waitS: slowS }
      const countedS = await together.count(keys.both)
      if (countedS > 0) return { ok: false, waitS: countedS }
      const addressS = spared ? 0 : await addresses.count(keys.address)
      await (addressS > 0 ? together.giveBack(keys.both) : slow.count(keys))
      return addressS > 0 ? { ok: false, waitS: addressS } : { ok: true }
    },
    succeeded: async (of) => {
      const keys = keysOf(of)
      const spared = await isKnown(keys)
      await Promise.all([
        together.forget(keys.both),
        slow.giveBack(keys),
        spared ? undefined : addresses.giveBack(keys.address),
        known.set(keys.both, 1, KNOWN_S),
      ])
    },
    withdrawn: async (of) => {
      const keys = keysOf(of)
      const spared = await isKnown(keys)
      await Promise.all([
        together.giveBack(keys.both),
        slow.giveBack(keys),
        spared ? undefined : addresses.giveBack(keys.address),
      ])
    },
  }
}

type Keys = { readonly both: string; readonly email: string; readonly address: string }

/** Hashes: short whatever was typed, and no e-mail stands in the store of limits. */
function keysOf({ email, address }: Attempt): Keys {
  const [who, where] = [normaliseEmail(email), toAddressGroup(address)]
  return { both: hashOf(`${who}|${where}`), email: hashOf(who), address: hashOf(where) }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
const isLive = (found: RateLimiterRes | null): found is RateLimiterRes => found !== null && found.msBeforeNext > 0

type Counted = { readonly name: string; readonly free: number }

/** Free attempts, then one after each pause. Every function gives the seconds to wait, 0 for none. */
function createBackOff(storage: Storage, { name, free }: Counted) {
  const failures = createRateLimiter(storage, { name: `${name}-failures`, points: free, duration: WINDOW_S })
  const pauses = createRateLimiter(storage, { name: `${name}-pause`, points: 1, duration: FIRST_PAUSE_S })
  const giveBack = (key: string) => failures.reward(key)
  return {
    paused: async (key: string): Promise<number> => {
      const pause = await pauses.get(key)
      return isLive(pause) ? secondsOf(pause.msBeforeNext) : 0
    },
    /** The last free attempt, and each after it, begins a pause; of several at the same time one gets through. */
    count: async (key: string): Promise<number> => {
      const { consumedPoints } = await failures.penalty(key)
      if (consumedPoints < free) return 0
      const waitS = await take(pauses, key, pauseAfter(consumedPoints - free))
      if (waitS > 0) await giveBack(key)
      return waitS
    },
    giveBack,
    forget: (key: string) => Promise.all([failures.delete(key), pauses.delete(key)]),
  }
}

const pauseAfter = (further: number): number => Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.min(further, 10))

async function take(limiter: RateLimiterAbstract, key: string, customDuration: number): Promise<number> {
  try {
    await limiter.consume(key, 1, { customDuration })
    return 0
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsOf(error.msBeforeNext)
    throw error
  }
}

/** Under attack every address waits for a turn of its own, so that an attacker's attempts use up nobody else's. */
function createSlowDown(storage: Storage, { name, free }: Counted) {
  const failures = createRateLimiter(storage, { name: `${name}-email`, points: free, duration: WINDOW_S })
  const turns = createRateLimiter(storage, { name: `${name}-turn`, points: 1, duration: TURN_S })
  return {
    turn: async ({ email, both }: Keys): Promise<number> => {
      const failed = await failures.get(email)
      const slowS = isLive(failed) ? slowAfter(failed.consumedPoints, free) : 0
      if (slowS === 0) return 0
      const turn = await turns.get(both)
      if (!isLive(turn)) {
        await turns.set(both, 1, slowS + TURN_S)
        return slowS
      }
      const leftMs = turn.msBeforeNext - TURN_S * 1000
      if (leftMs > 0) return secondsOf(leftMs)
      // Whoever takes it away has it: a turn is good for one attempt.
      return (await turns.delete(both)) ? 0 : slowS
    },
    count: ({ email }: Keys) => failures.penalty(email),
    giveBack: ({ email }: Keys) => failures.reward(email),
  }
}

const slowAfter = (failed: number, free: number): number => Math.min(SLOWEST_S, SLOW_STEP_S * Math.floor(failed / free))
