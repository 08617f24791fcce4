import type { StreamCursor, StreamEnd } from '@/lib/contract/announcements'
import { inTransaction } from '@/lib/service/metering/statements/group-commit'
import {
  type AnnouncementPlace,
  lastAnnouncementNumber,
  type StreamRange,
  type StreamWindow,
} from '@/lib/service/monitors/statements/announcement-streams'

import type { Context, ChargeMeter } from '../http/context'
import { PaidStream } from './paid-stream'
import { formatStreamCursor, parseStreamCursor, type StreamPlace } from './stream-cursor'

/** Rows read, charged and sent at a time: a reader that disconnects has paid for whole chunks of this size. */
export const CHUNK_LINES = 200

export type StreamSource<R extends AnnouncementPlace> = {
  /** At most `limit` rows after the given one (or from the beginning), always in the same order. */
  read(db: Context['db'], range: StreamRange): Promise<R[]>
  /** One JSON object without a line break. */
  toLine(row: R): string
}

export type StreamOptions = {
  /** The list to which the cursors belong. */
  readonly list: string
  /** The query: continuing with another one is charged like a new stream. */
  readonly question: unknown
  readonly cursor?: string | undefined
  /** Maximum number of rows in the whole answer. */
  readonly limit: number
  /** How many rows one unit buys (interface section 4.13, prices), rounded up over the whole stream. */
  readonly per: number
  readonly fileName: string
}

const END_TRAILER = 'x-stream-end'
const START_HEADER = 'x-stream-cursor'
const NDJSON = 'application/x-ndjson'

/**
 * NDJSON that is charged as it is sent (decisions 20 and 21, charging). The first chunk belongs to the call's
 * transaction, so an empty pool is still a 402. Each later chunk is read and charged in a separate transaction when the
 * reader requests it, under the same request id. If the pool runs out, the stream ends and says so: in a last line for
 * callers that accept one, otherwise in a trailer. Account and plan are those of the start of the call; pool and spend
 * cap are checked for every chunk. Paid rows are returned again for free to a caller with a cursor of the stream; a
 * header contains a first cursor, in case the connection breaks before the first line.
 */
export async function streamRows<R extends AnnouncementPlace>(
  context: Context,
  source: StreamSource<R>,
  options: StreamOptions,
): Promise<Response> {
  const rows = await ChargedRows.open(context, source, options)
  const start = rows.cursor
  const first = rows.advance(await rows.readChunk(context.db, context.meter))
  const hasEndLine = acceptsEndLine(context.request)
  const addTrailers = hasEndLine ? undefined : context.addTrailers
  const describePosition = (): string => {
    const { end, cursor } = rows
    if (end === undefined) return hasEndLine ? toLine({ _cursor: cursor } satisfies StreamCursor) : ''
    if (hasEndLine) return toLine(end)
    addTrailers?.({ [END_TRAILER]: JSON.stringify(end) })
    return ''
  }
  return new Response(toStream(rows, { first, formatPosition: describePosition }, context), {
    headers: {
      'content-type': hasEndLine ? `${NDJSON}; end=1` : NDJSON,
      'content-disposition': `attachment; filename="${options.fileName}"`,
      [START_HEADER]: start,
      // Only a chunked answer has trailers; a short one would get a content length.
      ...(addTrailers && { trailer: END_TRAILER, 'transfer-encoding': 'chunked' }),
    },
  })
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`

function acceptsEndLine({ headers }: Request): boolean {
  const accepted = (headers.get('accept') ?? '').toLowerCase().split(',')
  return accepted.some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.replaceAll(/\s/g, ''))
    return type === NDJSON && parameters.includes('end=1')
  })
}

type Reason = StreamEnd['_end']['reason']
type Progress = {
  readonly last: AnnouncementPlace | undefined
  readonly returned: number
  readonly units: number
  readonly endReason: Reason | undefined
}
type Chunk<R> = { readonly rows: readonly R[]; readonly progress: Progress }

/** A requested stream: where it begins, and what was already paid. */
type RequestedStream = { readonly place: StreamPlace; readonly paid: PaidStream }

/**
 * The rows of one answer, as far as they are charged. Reading a chunk changes no state, because its transaction may run
 * again; state changes after the commit.
 */
class ChargedRows<R extends AnnouncementPlace> {
  readonly #source: StreamSource<R>
  readonly #options: StreamOptions
  readonly #stream: RequestedStream
  #progress: Progress

  private constructor(source: StreamSource<R>, options: StreamOptions, stream: RequestedStream) {
    this.#source = source
    this.#options = options
    this.#stream = stream
    this.#progress = { last: stream.place.after, returned: 0, units: 0, endReason: undefined }
  }

  /** Throws 422 for an invalid cursor. */
  static async open<R extends AnnouncementPlace>(
    context: Context,
    source: StreamSource<R>,
    options: StreamOptions,
  ): Promise<ChargedRows<R>> {
    const { list, question, per, cursor } = options
    const parsedCursor = parseStreamCursor(list, cursor)
    const paid = new PaidStream(context, { stream: parsedCursor?.stream, question: [list, question], per })
    const requestedWindow = parsedCursor?.window ?? {}
    const window = isBounded(requestedWindow)
      ? requestedWindow
      : { ...requestedWindow, upTo: await lastAnnouncementNumber(context.db) }
    const place = { stream: paid.stream, window, after: parsedCursor?.after, read: parsedCursor?.read }
    return new ChargedRows(source, options, { place, paid })
  }

  /** Continues after the last line that was sent. */
  get cursor(): string {
    return formatStreamCursor(this.#options.list, { ...this.#stream.place, after: this.#progress.last })
  }

  /** Undefined while more rows may come. */
  get end(): StreamEnd | undefined {
    const { endReason: reason, returned, units } = this.#progress
    if (reason === undefined) return undefined
    return { _end: { reason, returned, units, cursor: reason === 'complete' ? this.#cursorForLater() : this.cursor } }
  }

  advance({ rows, progress }: Chunk<R>): string {
    this.#progress = progress
    return rows.map((row) => `${this.#source.toLine(row)}\n`).join('')
  }

  /**
   * Reads one row more than a chunk has, to detect the end. The first chunk charges 0 if there are no rows, and throws
   * 402 if there are rows but no units.
   */
  async readChunk(db: Context['db'], meter: ChargeMeter): Promise<Chunk<R>> {
    const { place, paid } = this.#stream
    const { returned, last: after, units } = this.#progress
    const maxRows = Math.min(CHUNK_LINES, this.#options.limit - returned)
    const { window, read } = place
    const found = await this.#source.read(db, { window, read, after, limit: maxRows + 1 })
    const purchase = await paid.buy(found.slice(0, maxRows), { db, meter, isFirst: returned === 0 && units === 0 })
    const { rows } = purchase
    const { day, place: lastPlace, id } = rows.at(-1) ?? {}
    return {
      rows,
      progress: {
        last: day === undefined || lastPlace === undefined || id === undefined ? after : { day, place: lastPlace, id },
        returned: returned + rows.length,
        units: units + purchase.units,
        endReason: this.#endOf(rows, { found, maxRows }),
      },
    }
  }

  #endOf(rows: readonly R[], { found, maxRows }: { found: readonly R[]; maxRows: number }): Reason | undefined {
    if (rows.length === found.length) return 'complete'
    if (rows.length < maxRows) return 'pool'
    return this.#progress.returned + rows.length === this.#options.limit ? 'limit' : undefined
  }

  #cursorForLater(): string {
    const { upTo, publishedUpTo } = this.#stream.place.window
    const window = upTo === undefined ? { publishedAfter: publishedUpTo } : { above: upTo }
    return formatStreamCursor(this.#options.list, { stream: undefined, window, after: undefined })
  }
}

const isBounded = ({ upTo, publishedUpTo }: StreamWindow): boolean => upTo !== undefined || publishedUpTo !== undefined

/** Makes a chunk only on demand: a slow or disconnected reader costs nothing. */
function toStream<R extends AnnouncementPlace>(
  rows: ChargedRows<R>,
  { first, formatPosition }: { readonly first: string; readonly formatPosition: () => string },
  context: Context,
): ReadableStream<Uint8Array> {
  const { dependencies, meter, requestId } = context
  const encoder = new TextEncoder()
  let ready: string | undefined = first
  let isCancelled = false
  const next = async () => {
    const chunk = await inTransaction(dependencies.storage, async (db, charges) => {
      const later = meter.later(charges)
      const result = await rows.readChunk(db, later)
      later.close()
      return result
    })
    return rows.advance(chunk)
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const text = ready ?? (await next())
          ready = undefined
          if (isCancelled) return
          const output = `${text}${formatPosition()}`
          if (output !== '') controller.enqueue(encoder.encode(output))
          if (rows.end) controller.close()
        } catch (error) {
          dependencies.log.error({ err: error, requestId }, 'a stream was cut off')
          // Aborts the connection, so that the reader does not mistake a part for the whole; the cause is only logged.
          controller.error(new Error('The stream was cut off'))
        }
      },
      cancel: () => {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
}
