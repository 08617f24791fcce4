import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 8

export type Breath = () => Promise<void> | undefined

/** For long computations: call it often, and every 8 ms it lets other requests through. */
export function createBreath(): Breath {
  let since = performance.now()
  const pause = async () => {
    await setImmediate()
    since = performance.now()
  }
  return () => (performance.now() - since < SLICE_MS ? undefined : pause())
}
