import type { StreamEnd } from '@/lib/contract/announcements'
import { inTransaction } from '@/lib/storage/charging/group-commit'

import type { Context, ChargeMeter } from '../http/context'
import { chargeForItems } from '../metering/charged-list'
import { formatStreamCursor, parseStreamCursor, type StreamPlace } from './stream-cursor'

/** How much is read, charged and handed over at a time: a reader that hangs up has paid for whole chunks of this many lines. */
export const CHUNK_LINES = 200

type Placed = StreamPlace['after']

export type StreamSource<R extends Placed> = {
  /** At most `limit` rows after the given one (from the beginning without it), always in the same order. */
  read(db: Context['db'], page: StreamRange): Promise<R[]>
  /** One JSON object without a line break. */
  toLine(row: R): string
}

export type StreamRange = {
  /** An instant: what appears later is no part of the stream. */
  readonly publishedUpTo: string
  readonly after: Placed | undefined
  readonly limit: number
}

export type StreamOptions = {
  /** Whose cursors these are. */
  readonly list: string
  /** Of an earlier call, to go on from. */
  readonly cursor?: string | undefined
  /** Most rows of the whole answer. */
  readonly limit: number
  /** How many rows one unit buys (interface 4.13), rounded up over the whole answer. */
  readonly per: number
  readonly fileName: string
}

const END_TRAILER = 'x-stream-end'
const NDJSON = 'application/x-ndjson'

/**
 * NDJSON that charges what it hands over (decisions 20 and 21). The first chunk belongs to the call's own transaction, so a
 * pool without anything left is still a 402. Each later one is read and charged in a transaction of its own when the reader
 * asks for it, under the same request id. Where the pool runs out the stream ends, and its end says so: in a last line for
 * whoever accepts one, otherwise in a trailer. Account and plan are those of the call's beginning; pool and spend cap are
 * looked at for every chunk.
 */
export async function streamRows<R extends Placed>(
  context: Context,
  source: StreamSource<R>,
  options: StreamOptions,
): Promise<Response> {
  const rows = new ChargedRows(source, options, context.now)
  const first = rows.give(await rows.takeFirst(context.db, context.meter))
  const isLast = acceptsEnd(context.request)
  const addTrailers = isLast ? undefined : context.addTrailers
  const tellEnd = (end: StreamEnd): string => {
    if (isLast) return `${JSON.stringify(end)}\n`
    addTrailers?.({ [END_TRAILER]: JSON.stringify(end) })
    return ''
  }
  return new Response(toStream(rows, { first, tellEnd }, context), {
    headers: {
      'content-type': isLast ? `${NDJSON}; end=1` : NDJSON,
      'content-disposition': `attachment; filename="${options.fileName}"`,
      // Only an answer in chunks has trailers; one that is short would be given a length.
      ...(addTrailers && { trailer: END_TRAILER, 'transfer-encoding': 'chunked' }),
    },
  })
}

function acceptsEnd({ headers }: Request): boolean {
  const accepted = (headers.get('accept') ?? '').toLowerCase().split(',')
  return accepted.some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.replaceAll(/\s/g, ''))
    return type === NDJSON && parameters.includes('end=1')
  })
}

type Reason = StreamEnd['_end']['reason']
/** How far an answer has come. */
type Progress = {
  readonly last: Placed | undefined
  readonly given: number
  /** Why nothing more comes. */
  readonly ended: Reason | undefined
}
type Chunk<R> = { readonly rows: readonly R[]; readonly progress: Progress }
/** One row more than `wanted` is looked for, which tells whether the end has come. */
type Found<R> = { readonly wanted: number; readonly found: R[] }

/**
 * The rows of one answer, as far as they are charged. Taking a chunk changes nothing: its transaction may be run again. It is
 * given once that is committed.
 */
class ChargedRows<R extends Placed> {
  readonly #source: StreamSource<R>
  readonly #options: StreamOptions
  readonly #publishedUpTo: string
  #progress: Progress

  /** Throws 422 for a cursor that is none. */
  constructor(source: StreamSource<R>, options: StreamOptions, now: Date) {
    const place = parseStreamCursor(options.list, options.cursor)
    this.#source = source
    this.#options = options
    const upTo = place ? Math.min(Date.parse(place.publishedUpTo), now.getTime()) : now.getTime()
    this.#publishedUpTo = new Date(upTo).toISOString()
    this.#progress = { last: place?.after, given: 0, ended: undefined }
  }

  /** Undefined while more may come. */
  get end(): StreamEnd | undefined {
    const { ended: reason, given: returned, last: after } = this.#progress
    if (reason === undefined) return undefined
    const place = reason === 'complete' || !after ? undefined : { publishedUpTo: this.#publishedUpTo, after }
    const cursor = place ? formatStreamCursor(this.#options.list, place) : null
    return { _end: { reason, returned, units: this.#unitsOf(returned), cursor } }
  }

  give({ rows, progress }: Chunk<R>): string {
    this.#progress = progress
    return rows.map((row) => `${this.#source.toLine(row)}\n`).join('')
  }

  /** Charges 0 when there is nothing, and refuses with 402 when there is something but nothing left to pay for it. */
  async takeFirst(db: Context['db'], meter: ChargeMeter): Promise<Chunk<R>> {
    const { per } = this.#options
    const next = await this.#readNext(db)
    return this.#chunkOf(await chargeForItems(meter, next.found, { limit: next.wanted, per }), next)
  }

  async takeNext(db: Context['db'], meter: ChargeMeter): Promise<Chunk<R>> {
    const { per } = this.#options
    const { given } = this.#progress
    const units = this.#unitsOf(given)
    const next = await this.#readNext(db)
    const most = next.found.slice(0, next.wanted)
    const left = most.length === 0 ? 0 : await meter.left()
    const paid = left === null ? most : most.slice(0, (units + left) * per - given)
    const due = this.#unitsOf(given + paid.length) - units
    if (due > 0) await meter.charge(due)
    return this.#chunkOf(paid, next)
  }

  async #readNext(db: Context['db']): Promise<Found<R>> {
    const { given, last: after } = this.#progress
    const wanted = Math.min(CHUNK_LINES, this.#options.limit - given)
    const range = { publishedUpTo: this.#publishedUpTo, after, limit: wanted + 1 }
    return { wanted, found: await this.#source.read(db, range) }
  }

  /** Rounded over the whole answer, so that chunks cost together what one piece would. */
  #unitsOf(rows: number): number {
    return Math.ceil(rows / this.#options.per)
  }

  #chunkOf(rows: readonly R[], next: Found<R>): Chunk<R> {
    const before = this.#progress
    const given = before.given + rows.length
    const { day, id } = rows.at(-1) ?? {}
    const last = day === undefined || id === undefined ? before.last : { day, id }
    return { rows, progress: { last, given, ended: this.#endOf(rows, next) } }
  }

  #endOf(rows: readonly R[], { found, wanted }: Found<R>): Reason | undefined {
    if (rows.length === found.length) return 'complete'
    if (rows.length < wanted) return 'pool'
    return this.#progress.given + rows.length === this.#options.limit ? 'limit' : undefined
  }
}

type StreamTexts = { readonly first: string; readonly tellEnd: (end: StreamEnd) => string }

/** Makes a chunk only when one is asked for: a reader that is slow or gone costs nothing. */
function toStream<R extends Placed>(
  rows: ChargedRows<R>,
  { first, tellEnd }: StreamTexts,
  context: Context,
): ReadableStream<Uint8Array> {
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
          const { end } = rows
          const whole = end ? `${text}${tellEnd(end)}` : text
          if (whole !== '') controller.enqueue(encoder.encode(whole))
          if (end) controller.close()
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
