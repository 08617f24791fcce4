import 'server-only'
import { withTimeout } from '@/lib/domain/with-timeout'

import type { QueueUser } from './concurrency'
import { Rates } from './rates'

/**
 * How long the user of a session is cached. A sign-out in that time does not matter here, because this only selects the
 * queue.
 */
const CACHE_MS = 30_000
/** How long to wait for a store that does not answer, and how long not to ask it again about the same cookie. */
const PATIENCE_MS = 1000
const MAX_CACHED = 5000
/** Unknown cookies that one address may have looked up, because each look-up costs a millisecond. */
const GUESSES = { perSecond: 20, burst: 100 }
const LOOKS_ENCRYPTED = /^eyJ[\w-]+(?:\.[\w-]*){4}$/

export type FindUser = (cookie: string) => Promise<{ readonly account: string; readonly user: string } | undefined>
type CachedUser = { readonly queueUser: QueueUser | undefined; readonly until: number }

/** Identifies the user of a call by the session cookie. */
export class Callers {
  readonly #find: FindUser
  readonly #cache = new Map<string, CachedUser>()
  readonly #guesses = new Rates(GUESSES)

  constructor(find: FindUser) {
    this.#find = find
  }

  /** Undefined for anonymous calls and when the look-up fails. */
  identify(cookie: string | undefined, address: string): Promise<QueueUser | undefined> | QueueUser | undefined {
    if (cookie === undefined || !LOOKS_ENCRYPTED.test(cookie)) return undefined
    const now = Date.now()
    const cached = this.#cache.get(cookie)
    if (cached && now < cached.until) return cached.queueUser
    // Taken before the result is known, so that a burst cannot exceed the limit.
    return this.#guesses.take(address, now) === 0 ? this.#lookUp(cookie, address) : undefined
  }

  async #lookUp(cookie: string, address: string): Promise<QueueUser | undefined> {
    const found = await withTimeout(this.#find(cookie), PATIENCE_MS, 'The store does not answer').catch(() => null)
    const now = Date.now()
    // The call itself reports the outage; which queue it is in matters less.
    if (found === null) {
      this.#remember(cookie, { queueUser: undefined, until: now + PATIENCE_MS })
      return undefined
    }
    if (found) this.#guesses.giveBack(address, now)
    const queueUser = found && { lane: `account ${found.account}`, user: found.user }
    this.#remember(cookie, { queueUser, until: now + CACHE_MS })
    return queueUser
  }

  #remember(cookie: string, entry: CachedUser): void {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear()
    this.#cache.set(cookie, entry)
  }
}
