import type { WorkerAnswer, WorkerInput, WorkerMethod, WorkerOutput, WorkerRequest } from './worker-messages'

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

/** The list's own thread, so that fifty thousand rows are read and judged while the page goes on. */
export class ImportWorker {
  #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  /** It stopped or never began: nothing that is asked of it will ever be answered. */
  #isBroken = false

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.#settle(data))
    this.#worker.addEventListener('error', () => this.#failAll())
  }

  call<M extends WorkerMethod>(method: M, input: WorkerInput<M>): Promise<WorkerOutput<M>> {
    if (this.#isBroken) return Promise.reject(new Error('The list could not be read'))
    this.#lastId += 1
    const request: WorkerRequest = { id: this.#lastId, method, input }
    return new Promise((resolve, reject) => {
      /** Sound: the worker runs the method of that name and gives back what it gave. */
      this.#waiting.set(request.id, { resolve: (output) => resolve(output as WorkerOutput<M>), reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
      this.#worker.postMessage(request)
    })
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  stop(): void {
    this.#worker.terminate()
    this.#failAll()
  }

  #settle(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.ok) waiting?.resolve(answer.output)
    else waiting?.reject(new Error(answer.message))
  }

  #failAll(): void {
    this.#isBroken = true
    for (const { reject } of this.#waiting.values()) reject(new Error('The list could not be read'))
    this.#waiting.clear()
  }
}
