import 'server-only'
import type { Readable } from 'node:stream'

/** As much is read ahead of whoever takes it. */
const AHEAD_BYTES = 256 * 1024

/**
 * The body of a service's answer. `Readable.toWeb` forgets what nobody has read yet once the answer breaks off. With an answer that
 * breaks at its beginning, its head is lost as well; a browser then takes the connection for a dead one and asks again, several times,
 * and each time is charged. So the head goes first, with an empty chunk, and whatever came is given before the failure.
 */
export function answerStream(body: Readable): ReadableStream<Uint8Array> {
  const came = new Ahead(body)
  let isHeadSent = false
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isHeadSent) {
          isHeadSent = true
          controller.enqueue(new Uint8Array())
          return
        }
        const chunk = await came.next()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
      cancel: () => void body.destroy(),
    },
    // What waits in the stream itself is lost when it fails.
    { highWaterMark: 0 },
  )
}

/** Chunks in their order, then the end or the failure. */
class Ahead {
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

  /** Undefined at the end. Throws what the answer failed with. */
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
