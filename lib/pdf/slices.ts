import { setImmediate } from 'node:timers/promises'

/** Makes a little with each step; where it yields, others may go first. */
export type DrawingSteps = Generator<undefined, void>

/** How long steps may follow one another while other requests wait. */
const SLICE_MS = 10

/** Runs the steps to their end, with pauses for whatever else the process has to do. */
export async function runInSlices(steps: Iterable<undefined>, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  let since = performance.now()
  const walk = steps[Symbol.iterator]()
  while (walk.next().done !== true) {
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}
