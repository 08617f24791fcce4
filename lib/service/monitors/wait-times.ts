/** How calls that wait for events take their time; milliseconds. */
export type WaitTimes = {
  /** Between two looks at the store, for all who wait in this process. */
  readonly lookEveryMs: number
  /** An event stream is not silent for longer, and whoever reads it is admitted again. */
  readonly keepAliveMs: number
  /** An event stream ends by itself after so long. */
  readonly lifeMs: number
}

const USUAL: WaitTimes = { lookEveryMs: 500, keepAliveMs: 15_000, lifeMs: 300_000 }

export const waitTimesOf = ({ waitTimes }: { readonly waitTimes?: Partial<WaitTimes> }): WaitTimes => ({
  ...USUAL,
  ...waitTimes,
})
