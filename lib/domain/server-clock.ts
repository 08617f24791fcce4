/**
 * The time of the server, according to the `Date` header of its answers. With a wrong clock, a browser would otherwise
 * count down to a reset that has passed or is hours away.
 */

import { createStore } from './store'

/** Smaller differences are due to latency and the whole seconds of `Date`. */
const MIN_SKEW_MS = 90_000

const skewMs = createStore(0)

/** Takes the `Date` header of a new answer; an invalid one is ignored. */
export function noteServerTime(date: string | null, localMs = Date.now()): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - localMs
  const next = Math.abs(difference) < MIN_SKEW_MS ? 0 : difference
  // A smaller change is due to rounding.
  if (Math.abs(next - skewMs.read()) >= 1500) skewMs.write(next)
}

/** Server time minus browser time; 0 while they agree. */
export const { read: clockSkewMs, subscribe: subscribeSkew } = skewMs

export const serverNow = (): number => Date.now() + skewMs.read()
