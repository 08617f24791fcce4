/** Times of calls that wait for events, in milliseconds. */
export type WaitTimes = {
  /** Interval between two queries, shared by all waiting calls of this process. */
  readonly pollEveryMs: number
  /** Longest silence of an event stream. Then its key and account are checked again, and a keep-alive is sent. */
  readonly keepAliveMs: number
  /** Duration after which an event stream ends. */
  readonly lifeMs: number
}

const DEFAULT_TIMES: WaitTimes = { pollEveryMs: 500, keepAliveMs: 15_000, lifeMs: 300_000 }

export const waitTimesOf = ({ waitTimes }: { readonly waitTimes?: Partial<WaitTimes> }): WaitTimes => ({
  ...DEFAULT_TIMES,
  ...waitTimes,
})
