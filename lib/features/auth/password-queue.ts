import { availableParallelism } from 'node:os'

import { HttpError } from '@/lib/http/errors'

/** One core stays free for other requests. */
const MAX_CONCURRENT = Math.max(1, Math.min(4, availableParallelism() - 1))
/** About three seconds of work for one core. */
const MAX_WAITING = 100
const RETRY_AFTER_S = 5

type PasswordQueue = { working: number; readonly waiting: (() => void)[] }

// On globalThis because Next loads modules in more than one graph, while the limit applies to the whole process.
const KEY = Symbol.for('registers-panel.password-queue')
type Holder = { [KEY]?: PasswordQueue }
/** Safe: only `passwordQueue` uses the symbol. */
const holder = globalThis as Holder
const passwordQueue = (): PasswordQueue => (holder[KEY] ??= { working: 0, waiting: [] })

export const isPasswordQueueFull = (error: unknown): error is PasswordQueueFull => error instanceof PasswordQueueFull

class PasswordQueueFull extends HttpError {
  readonly retryAfterS = RETRY_AFTER_S
  constructor() {
    super('unavailable', 'Too many sign-ins at once; try again', { headers: { 'retry-after': `${RETRY_AFTER_S}` } })
  }
}

/** Turns the error of a full queue into the time to wait; other errors are thrown. */
export function unlessFull(error: unknown): { readonly retryAfterS: number } {
  if (isPasswordQueueFull(error)) return { retryAfterS: error.retryAfterS }
  throw error
}

/**
 * Limits concurrent hashing, which takes a core for tens of milliseconds and 19 MB; further calls wait in order. Throws
 * 503 if too many are waiting.
 */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const queue = passwordQueue()
  if (queue.working >= MAX_CONCURRENT) {
    if (queue.waiting.length >= MAX_WAITING) throw new PasswordQueueFull()
    await new Promise<void>((resolve) => {
      queue.waiting.push(resolve)
    })
  } else queue.working += 1
  try {
    return await work()
  } finally {
    // The next waiting call takes over the slot.
    const next = queue.waiting.shift()
    if (next) next()
    else queue.working -= 1
  }
}
