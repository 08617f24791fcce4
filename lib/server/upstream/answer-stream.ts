import 'server-only'
import type { Readable } from 'node:stream'

const AHEAD_BYTES = 256 * 1024

/**
 * The body of a service's answer as a web stream. `Readable.toWeb` drops unread chunks when the answer breaks off. If
 * it breaks at the beginning, the head is lost as well; a browser then takes the connection for a dead one and repeats
 * the request several times, each of which is charged. So the head is sent first, with an empty chunk, and received
 * chunks are delivered before the failure.
 */
export function answerStream(body: Readable): ReadableStream<Uint8Array> {
  const readAhead = new ReadAhead(body)
  let isHeadSent = false
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isHeadSent) {
          isHeadSent = true
          controller.enqueue(new Uint8Array())
          return
        }
        const chunk = await readAhead.next()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      cancel: () => void body.destroy(),
    },
    // Without a queue, because a failing stream drops its queued chunks.
    { highWaterMark: 0 },
  )
}

class ReadAhead {
  readonly #body: Readable
  readonly #chunks: Uint8Array[] = []
  #bytes = 0
  #end: { readonly failure?: Error } | undefined
  #wake = () => {}

  constructor(body: Readable) {
    this.#body = body
    body.on('data', (chunk: Uint8Array) => this.#add(chunk))
    body.on('end', () => this.#finish({}))
    body.on('error', (failure) => this.#finish({ failure }))
    body.on('close', () => this.#finish({ failure: new Error('The answer was cut off') }))
  }

  /** Undefined at the end. Throws the answer's failure. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0 && this.#end === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const chunk = this.#chunks.shift()
    if (chunk === undefined && this.#end?.failure) throw this.#end.failure
    this.#bytes -= chunk?.byteLength ?? 0
    if (this.#bytes < AHEAD_BYTES) this.#body.resume()
    return chunk
  }

  #add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.byteLength
    if (this.#bytes >= AHEAD_BYTES) this.#body.pause()
    this.#wake()
  }

  #finish(end: { readonly failure?: Error }): void {
    this.#end ??= end
    this.#wake()
  }
}
