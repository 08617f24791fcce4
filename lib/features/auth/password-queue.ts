import { availableParallelism } from 'node:os'

import { HttpError } from '@/lib/http/errors'

/** One core is left to everybody else's calls. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
/** About three seconds of work on one core. */
const MOST_WAITING = 100
const RETRY_AFTER_S = 5

type PasswordQueue = { working: number; readonly waiting: (() => void)[] }

// On globalThis because Next loads modules in more than one graph, and the cores are there once.
const KEY = Symbol.for('registers-panel.password-queue')
type Holder = { [KEY]?: PasswordQueue }
/** Sound: the symbol is ours alone, and only `passwordQueue` writes it. */
const holder = globalThis as Holder
const passwordQueue = (): PasswordQueue => (holder[KEY] ??= { working: 0, waiting: [] })

/** What somebody is told whose password cannot be looked at now. */
export const isPasswordQueueFull = (error: unknown): error is PasswordQueueFull => error instanceof PasswordQueueFull

class PasswordQueueFull extends HttpError {
  readonly retryAfterS = RETRY_AFTER_S
  constructor() {
    super('unavailable', 'Too many sign-ins at once; try again', { headers: { 'retry-after': `${RETRY_AFTER_S}` } })
  }
}

/** Where too many passwords and recovery codes are compared at once, how long to wait. */
export function unlessFull(error: unknown): { readonly retryAfterS: number } {
  if (isPasswordQueueFull(error)) return { retryAfterS: error.retryAfterS }
  throw error
}

/**
 * Hashing takes a core for tens of milliseconds and 19 MB: the process does it a few at a time, the others wait in the order in
 * which they came. Throws 503 when too many wait already.
 */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const queue = passwordQueue()
  if (queue.working >= AT_ONCE) {
    if (queue.waiting.length >= MOST_WAITING) throw new PasswordQueueFull()
    await new Promise<void>((resolve) => {
      queue.waiting.push(resolve)
    })
  } else queue.working += 1
  try {
    return await work()
  } finally {
    // Whoever is next takes over the place.
    const next = queue.waiting.shift()
    if (next) next()
    else queue.working -= 1
  }
}
