/**
 * Seconds between requests while the page is visible; `SELDOM_S` applies while it is hidden, or while new events are
 * notified.
 */
export const LIVE_S = 10
const SELDOM_S = 60
const MAX_DELAY_S = 300
/** The pause between two batches of a catch-up, in which the page can respond. */
const CATCH_UP_MS = 20

export interface PollState {
  readonly more: boolean
  readonly isHidden: boolean
  /** Whether new events are notified automatically. */
  readonly isPushed: boolean
  /** Consecutive failures. */
  readonly failures: number
  /** The waiting time that the last refusal requested. */
  readonly retryAfterS: number | undefined
}

/**
 * Returns the milliseconds until the next request: longer with every failure, and never shorter than the service
 * requests.
 */
export function pollDelay({ more, isHidden, isPushed, failures, retryAfterS }: PollState): number {
  const baseDelayS = isHidden || isPushed ? SELDOM_S : LIVE_S
  if (failures > 0) {
    const slowed = Math.min(MAX_DELAY_S, baseDelayS * 2 ** Math.min(failures, 10))
    return 1000 * (retryAfterS === undefined ? slowed : Math.max(baseDelayS, retryAfterS))
  }
  return more ? CATCH_UP_MS : 1000 * baseDelayS
}
