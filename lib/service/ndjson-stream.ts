import { inTransaction } from '@/lib/storage/group-commit'

import { payFor } from './charged-list'
import type { Context, Meter } from './context'

/** How much is read, charged and handed over at a time: a reader that hangs up has paid for whole chunks of this many lines. */
export const CHUNK_LINES = 200

export type StreamSource<R> = {
  /** At most `limit` rows after `last` (from the beginning without it), always in the same order. */
  read(db: Context['db'], last: R | undefined, limit: number): Promise<R[]>
  /** One JSON object without a line break. */
  toLine(row: R): string
}

export type StreamOptions = {
  /** Most rows of the whole answer. */
  readonly limit: number
  /** How many rows one unit buys (interface 4.13), rounded up over the whole answer. */
  readonly per: number
  readonly fileName: string
}

/**
 * NDJSON that charges what it hands over (decisions 20 and 21). The first chunk belongs to the call's own transaction, so a
 * pool without anything left is still a 402. Each later one is read and charged in a transaction of its own when the reader
 * asks for it, under the same request id. Where the pool runs out the stream ends. Account and plan are those of the call's
 * beginning; pool and spend cap are looked at for every chunk.
 */
export async function streamRows<R>(
  context: Context,
  source: StreamSource<R>,
  options: StreamOptions,
): Promise<Response> {
  const rows = new ChargedRows(source, options)
  const first = rows.give(await rows.takeFirst(context.db, context.meter))
  return new Response(toStream(rows, first, context), {
    headers: {
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="${options.fileName}"`,
    },
  })
}

/** How far an answer has come. */
type Progress<R> = {
  readonly last: R | undefined
  readonly given: number
  readonly ended: boolean
}
type Chunk<R> = { readonly rows: readonly R[]; readonly progress: Progress<R> }

/**
 * The rows of one answer, as far as they are charged. Taking a chunk changes nothing: its transaction may be run again. It is
 * given once that is committed.
 */
class ChargedRows<R> {
  readonly #source: StreamSource<R>
  readonly #options: StreamOptions
  #progress: Progress<R> = { last: undefined, given: 0, ended: false }

  constructor(source: StreamSource<R>, options: StreamOptions) {
    this.#source = source
    this.#options = options
  }

  /** True when the chunk that was given last is the end. */
  get ended(): boolean {
    return this.#progress.ended
  }

  give({ rows, progress }: Chunk<R>): string {
    this.#progress = progress
    return rows.map((row) => `${this.#source.toLine(row)}\n`).join('')
  }

  /** Charges 0 when there is nothing, and refuses with 402 when there is something but nothing left to pay for it. */
  async takeFirst(db: Context['db'], meter: Meter): Promise<Chunk<R>> {
    const { per } = this.#options
    const { wanted, found } = await this.#readNext(db)
    return this.#chunkOf(await payFor(meter, found, { limit: wanted, per }), wanted)
  }

  async takeNext(db: Context['db'], meter: Meter): Promise<Chunk<R>> {
    const { per } = this.#options
    const { given } = this.#progress
    const units = this.#unitsOf(given)
    const { wanted, found } = await this.#readNext(db)
    const left = found.length === 0 ? 0 : await meter.left()
    const paid = left === null ? found : found.slice(0, (units + left) * per - given)
    const due = this.#unitsOf(given + paid.length) - units
    if (due > 0) await meter.charge(due)
    return this.#chunkOf(paid, wanted)
  }

  async #readNext(db: Context['db']): Promise<{ wanted: number; found: R[] }> {
    const { given, last } = this.#progress
    const wanted = Math.min(CHUNK_LINES, this.#options.limit - given)
    return { wanted, found: await this.#source.read(db, last, wanted) }
  }

  /** Rounded over the whole answer, so that chunks cost together what one piece would. */
  #unitsOf(rows: number): number {
    return Math.ceil(rows / this.#options.per)
  }

  #chunkOf(rows: readonly R[], wanted: number): Chunk<R> {
    const before = this.#progress
    const given = before.given + rows.length
    return {
      rows,
      progress: {
        last: rows.at(-1) ?? before.last,
        given,
        ended: rows.length < wanted || given === this.#options.limit,
      },
    }
  }
}

/** Makes a chunk only when one is asked for: a reader that is slow or gone costs nothing. */
function toStream<R>(rows: ChargedRows<R>, first: string, context: Context): ReadableStream<Uint8Array> {
  const { dependencies, meter, requestId } = context
  const encoder = new TextEncoder()
  let ready: string | undefined = first
  let hungUp = false
  const next = async () => {
    const chunk = await inTransaction(dependencies.storage, async (db, charges) => {
      const later = meter.later(charges)
      const taken = await rows.takeNext(db, later)
      later.close()
      return taken
    })
    return rows.give(chunk)
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const text = ready ?? (await next())
          ready = undefined
          if (hungUp) return
          if (text !== '') controller.enqueue(encoder.encode(text))
          if (rows.ended) controller.close()
        } catch (error) {
          dependencies.log.error({ err: error, requestId }, 'a stream was cut off')
          // The connection breaks, so that nobody takes a part for the whole; the cause stays in the log.
          controller.error(new Error('The stream was cut off'))
        }
      },
      cancel: () => {
        hungUp = true
      },
    },
    { highWaterMark: 0 },
  )
}
