/**
 * What the time is where limits are reckoned: the server's, told by the `Date` of its answers. A browser whose clock is
 * wrong would otherwise count down to a reset that has passed, or is hours away.
 */

import { createStore } from './store'

/** Less than this is the way of the answer and the whole seconds of `Date`. */
const MIN_SKEW_MS = 90_000

const skewMs = createStore(0)

/** Takes the `Date` header of an answer that has just come; what is no date says nothing. */
export function noteServerTime(date: string | null, localMs = Date.now()): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - localMs
  const next = Math.abs(difference) < MIN_SKEW_MS ? 0 : difference
  // A jump of under a second more is rounding, not news.
  if (Math.abs(next - skewMs.read()) >= 1500) skewMs.write(next)
}

/** Server minus browser; 0 while they agree. */
export const { read: clockSkewMs, subscribe: subscribeSkew } = skewMs

/** Epoch milliseconds as the server would say. */
export const serverNow = (): number => Date.now() + skewMs.read()
