import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 8

export type YieldToEventLoop = () => Promise<void> | undefined

/** For long computations: call it often; every 8 ms it yields to other requests. */
export function createYieldToEventLoop(): YieldToEventLoop {
  let since = performance.now()
  const pause = async () => {
    await setImmediate()
    since = performance.now()
  }
  return () => (performance.now() - since < SLICE_MS ? undefined : pause())
}
