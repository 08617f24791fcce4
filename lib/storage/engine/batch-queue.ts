import { setImmediate } from 'node:timers/promises'

type Options<T> = {
  /** Must not reject. */
  readonly run: (items: readonly T[]) => Promise<void>
  readonly maxBatchSize?: number
  /** Called when the queue is empty. */
  readonly onIdle?: () => void
}

/**
 * Processes items in batches: those of one iteration of the event loop, or those that arrive while the previous batch
 * runs.
 */
export class BatchQueue<T> {
  readonly #options: Options<T>
  #waiting: T[] = []
  #running = false

  constructor(options: Options<T>) {
    this.#options = options
  }

  join(item: T): void {
    this.#waiting.push(item)
    if (!this.#running) void this.#run()
  }

  /** Runs the waiting items in order of arrival. */
  async #run(): Promise<void> {
    const { run, maxBatchSize = Infinity, onIdle } = this.#options
    this.#running = true
    while (this.#waiting.length > 0) {
      // Yields once to the event loop, so that items received during the last batch can join.
      await setImmediate()
      await run(this.#waiting.splice(0, maxBatchSize))
    }
    this.#running = false
    onIdle?.()
  }
}

type PendingQuestion<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines concurrent questions into one query. `runQuery` starts after all of its questions have arrived, so no answer
 * is older than its question. It returns one answer per question, in the same order; if it fails, all questions fail.
 */
export function batchQueries<Q, A>(
  runQuery: (questions: readonly Q[]) => Promise<readonly A[]>,
  onIdle?: () => void,
): (question: Q) => Promise<A> {
  const run = async (pending: readonly PendingQuestion<Q, A>[]) => {
    try {
      const answers = await runQuery(pending.map(({ question }) => question))
      // Safe: there is an answer for each question, which may be undefined.
      for (const [index, { resolve }] of pending.entries()) resolve(answers[index] as A)
    } catch (error) {
      for (const { reject } of pending) reject(error)
    }
  }
  const queue = new BatchQueue<PendingQuestion<Q, A>>({ run, ...(onIdle ? { onIdle } : {}) })
  return (question) => new Promise((resolve, reject) => queue.join({ question, resolve, reject }))
}
