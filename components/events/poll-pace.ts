/** How often news are asked for while the page is looked at; and while it is not, or news are told as they come anyway. */
export const LIVE_S = 10
const SELDOM_S = 60
const SLOWEST_S = 300
/** Between two parts of a catch-up: long enough for the page to breathe. */
const CATCH_UP_MS = 20

export interface PollState {
  /** The last answer was not all there is. */
  readonly more: boolean
  readonly isHidden: boolean
  /** Somebody says when there is something new. */
  readonly isTold: boolean
  /** Failures in a row. */
  readonly failures: number
  /** What the last refusal asked for. */
  readonly retryAfterS: number | undefined
}

/** Milliseconds to the next question: slower with every failure, and never before the service wants to be asked again. */
export function pollDelay({ more, isHidden, isTold, failures, retryAfterS }: PollState): number {
  const usual = isHidden || isTold ? SELDOM_S : LIVE_S
  if (failures > 0) {
    const slowed = Math.min(SLOWEST_S, usual * 2 ** Math.min(failures, 10))
    return 1000 * (retryAfterS === undefined ? slowed : Math.max(usual, retryAfterS))
  }
  return more ? CATCH_UP_MS : 1000 * usual
}
