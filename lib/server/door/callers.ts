import 'server-only'
import type { LaneUser } from './lanes'
import { Rates } from './rates'

/** Which lane a session is in; that somebody signed out meanwhile makes no difference to it. */
const KNOWN_MS = 30_000
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
    const found = await this.#find(cookie).catch(() => undefined)
    const now = Date.now()
    if (found) this.#guesses.giveBack(address, now)
    const who = found && { lane: `account ${found.account}`, user: found.user }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(cookie, { who, until: now + KNOWN_MS })
    return who
  }
}
