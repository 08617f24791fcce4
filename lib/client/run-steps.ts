import { isApiError } from '@/lib/domain/api-error'

/** How long a call waits for the service's rate limit before it gives up: it is announced in seconds (429). */
export interface Patience {
  /** The longest single wait. */
  readonly seconds: number
  /** How often one call waits. */
  readonly waits: number
}
const LONG: Patience = { seconds: 120, waits: Number.POSITIVE_INFINITY }

interface RunOptions<Item> {
  readonly items: readonly Item[]
  readonly signal: AbortSignal
  readonly run: (item: Item, signal: AbortSignal) => Promise<void>
  /** After each finished item: how many of them are done. */
  readonly onDone?: (done: number) => void
  /** Items that run at the same time; 1 when not given. */
  readonly width?: number
}

export interface RunResult {
  /** Items that were finished, in any order. */
  readonly done: number
  readonly isCancelled: boolean
  /** What stopped the run before its end. */
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

/** Undefined for anything but a 429. */
const waitOf = (error: unknown): number | undefined =>
  isApiError(error) && error.status === 429 ? Math.max(1, error.retryAfterS ?? 1) : undefined

/** One call that waits as long as the service asks for when it answers 429, and then goes on by itself. */
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
 * Runs a list of calls, a few at a time, until the end, the first failure or the signal. A call that has begun is always
 * waited for, so that what is reported as done is done.
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
        // Bounds are checked above; a list of optional items is no use here.
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
