import 'server-only'
import { inTime } from '@/lib/domain/in-time'

import type { LaneUser } from './lanes'
import { Rates } from './rates'

/** Which lane a session is in; that somebody signed out meanwhile makes no difference to it. */
const KNOWN_MS = 30_000
/** How long a store that does not answer is waited for, and how long it is not asked again about the same cookie. */
const PATIENCE_MS = 1000
const MOST_KNOWN = 5000
/** Cookies of nobody that one address may have looked up: each costs a millisecond. */
const GUESSES = { perSecond: 20, burst: 100 }
const LOOKS_ENCRYPTED = /^eyJ[\w-]+(?:\.[\w-]*){4}$/

export type FindUser = (cookie: string) => Promise<{ readonly account: string; readonly user: string } | undefined>
type Known = { readonly who: LaneUser | undefined; readonly until: number }

/** Says whose call it is, by the session cookie, else by the address. */
export class Callers {
  readonly #find: FindUser
  readonly #known = new Map<string, Known>()
  readonly #guesses = new Rates(GUESSES)

  constructor(find: FindUser) {
    this.#find = find
  }

  /** Undefined for nobody who is signed in. Whatever cannot be looked up is nobody. */
  identify(cookie: string | undefined, address: string): Promise<LaneUser | undefined> | LaneUser | undefined {
    if (cookie === undefined || !LOOKS_ENCRYPTED.test(cookie)) return undefined
    const now = Date.now()
    const known = this.#known.get(cookie)
    if (known && now < known.until) return known.who
    // Taken before the answer is known, so that a burst has no more.
    return this.#guesses.take(address, now) === 0 ? this.#lookUp(cookie, address) : undefined
  }

  async #lookUp(cookie: string, address: string): Promise<LaneUser | undefined> {
    const found = await inTime(this.#find(cookie), PATIENCE_MS, 'The store does not answer').catch(() => null)
    const now = Date.now()
    // The call itself says what is the matter; whose lane it has matters less.
    if (found === null) {
      this.#keep(cookie, { who: undefined, until: now + PATIENCE_MS })
      return undefined
    }
    if (found) this.#guesses.giveBack(address, now)
    const who = found && { lane: `account ${found.account}`, user: found.user }
    this.#keep(cookie, { who, until: now + KNOWN_MS })
    return who
  }

  #keep(cookie: string, known: Known): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(cookie, known)
  }
}
