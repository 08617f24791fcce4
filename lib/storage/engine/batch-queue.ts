import { setImmediate } from 'node:timers/promises'

type Options<T> = {
  /** Never rejects. */
  readonly run: (items: readonly T[]) => Promise<void>
  /** Most items of a batch. */
  readonly most?: number
  /** Called when nothing waits any more. */
  readonly atRest?: () => void
}

/** Handles together what comes together: in one turn of the event loop, or while the batch before is under way. */
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

  /** First come, first served. */
  async #run(): Promise<void> {
    const { run, most = Infinity, atRest } = this.#options
    this.#running = true
    while (this.#waiting.length > 0) {
      // A turn of the event loop, in which what came during the last batch is read and joins.
      await setImmediate()
      await run(this.#waiting.splice(0, most))
    }
    this.#running = false
    atRest?.()
  }
}

type Requested<Q, A> = {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks a store once for what several calls want to know. `ask` begins after all of its questions came, so its answers are as new
 * as each of them can expect. It gives one answer a question, in their order; when it fails, all of them do.
 */
export function batchQuestions<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  atRest?: () => void,
): (question: Q) => Promise<A> {
  const run = async (requested: readonly Requested<Q, A>[]) => {
    try {
      const answers = await ask(requested.map(({ question }) => question))
      // Sound: there is an answer for each question, also where that is undefined.
      for (const [index, { resolve }] of requested.entries()) resolve(answers[index] as A)
    } catch (error) {
      for (const { reject } of requested) reject(error)
    }
  }
  const queue = new BatchQueue<Requested<Q, A>>({ run, ...(atRest ? { atRest } : {}) })
  return (question) => new Promise((resolve, reject) => queue.join({ question, resolve, reject }))
}
