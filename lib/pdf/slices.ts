import { setImmediate } from 'node:timers/promises'

/** Each step does a small part of the work; other requests may run after a yield. */
export type DrawingSteps = Generator<undefined, void>

/** How long steps may run without a pause. */
const SLICE_MS = 10

/** Runs all steps with pauses for other work of the process. */
export async function runInSlices(steps: Iterable<undefined>, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  let sliceStart = performance.now()
  const iterator = steps[Symbol.iterator]()
  while (iterator.next().done !== true) {
    if (performance.now() - sliceStart < SLICE_MS) continue
    await setImmediate()
    signal?.throwIfAborted()
    sliceStart = performance.now()
  }
}
