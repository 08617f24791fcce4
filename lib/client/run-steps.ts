import { isApiError } from '@/lib/domain/api-error'

/** How long a call waits for the service's rate limit (429) before it gives up. */
export interface Patience {
  /** Longest single wait. */
  readonly seconds: number
  /** Number of waits per call. */
  readonly waits: number
}
const LONG: Patience = { seconds: 120, waits: Number.POSITIVE_INFINITY }

interface RunOptions<Item> {
  readonly items: readonly Item[]
  readonly signal: AbortSignal
  readonly run: (item: Item, signal: AbortSignal) => Promise<void>
  /** Called after each finished item with the number of finished ones. */
  readonly onDone?: (done: number) => void
  /** Items that run at the same time; 1 by default. */
  readonly width?: number
}

export interface RunResult {
  /** Number of finished items, in any order. */
  readonly done: number
  readonly isCancelled: boolean
  /** The error that ended the run early. */
  readonly error: unknown
}

/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
}

/** In seconds; undefined for anything but a 429. */
const waitOf = (error: unknown): number | undefined =>
  isApiError(error) && error.status === 429 ? Math.max(1, error.retryAfterS ?? 1) : undefined

/** Repeats a call that is answered with 429 after the wait that the service requests. */
export async function withRateLimit<T>(signal: AbortSignal, call: () => Promise<T>, patience = LONG): Promise<T> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await call()
    } catch (error) {
      const seconds = waited < patience.waits ? waitOf(error) : undefined
      if (seconds === undefined || seconds > patience.seconds || signal.aborted) throw error
      await pause(seconds * 1000, signal)
      signal.throwIfAborted()
    }
  }
}

/**
 * Runs calls for a list of items, a few at a time, until the end, the first failure or the signal. Started calls are
 * always awaited, so that the reported count is right.
 */
export async function runSteps<Item>({ items, signal, run, onDone, width = 1 }: RunOptions<Item>): Promise<RunResult> {
  let next = 0
  let done = 0
  let failure: { readonly error: unknown } | undefined
  const work = async () => {
    while (next < items.length && !signal.aborted && failure === undefined) {
      const index = next
      next += 1
      try {
        // The index is always valid here; the slice avoids an optional item.
        for (const item of items.slice(index, index + 1)) await withRateLimit(signal, () => run(item, signal))
        done += 1
        onDone?.(done)
      } catch (error) {
        if (!signal.aborted) failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return { done, isCancelled: signal.aborted && done < items.length, error: failure?.error }
}
