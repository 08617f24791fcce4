/** How many go on at the same time; the rest waits in the order in which it was asked for. */
const MOST_AT_ONCE = 3

export class DownloadQueue {
  #running = 0
  readonly #waiting: (() => Promise<void>)[] = []

  add(run: () => Promise<void>): void {
    this.#waiting.push(run)
    this.#pump()
  }

  #pump(): void {
    while (this.#running < MOST_AT_ONCE) {
      const run = this.#waiting.shift()
      if (run === undefined) return
      this.#running += 1
      void run().finally(() => {
        this.#running -= 1
        this.#pump()
      })
    }
  }
}
