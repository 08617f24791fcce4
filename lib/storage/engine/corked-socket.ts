import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * Sends what is written in one turn of the event loop at once: a system call for each of several small queries costs more
 * than the queries. Nothing waits for anything: what is written goes out before the turn ends.
 */
export class CorkedSocket extends Socket {
  #isCorked = false

  override write(chunk: Uint8Array | string, callback?: Written): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, callback?: Written): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Written, callback?: Written): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, callback)
  }
}
