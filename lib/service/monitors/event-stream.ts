import { operationOf, type Parsed } from '@/lib/contract/table'
import { HttpError, ValidationError } from '@/lib/http/errors'
import type { MonitorEventTable } from '@/lib/service/monitors/tables'

import type { Context } from '../http/context'
import type { EventWatch } from './event-hub'
import { openEventWatch, readEventsSince, requireStillAdmitted } from './wait-for-events'
import { waitTimesOf } from './wait-times'

const EVENT_STREAM = 'text/event-stream'
const BATCH = 100
/** Delay before a reader reconnects, ms. */
const RETRY_MS = 2000
const LAST_EVENT_ID = 'last-event-id'

type Query = Parsed<'updates.list'>['query']

/** Only keys get a stream: the panel masks what it forwards, and it cannot mask a stream of this format. */
export const wantsEventStream = ({ caller, request }: Pick<Context, 'caller' | 'request'>): boolean =>
  caller.via === 'api' && acceptsEventStream(request.headers.get('accept') ?? '')

const acceptsEventStream = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.replaceAll(/\s/g, '').toLowerCase())
    return type === EVENT_STREAM && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** The id that a reconnecting reader sends automatically; undefined on the first connection. */
function lastEventIdOf({ headers }: Request): number | undefined {
  const text = headers.get(LAST_EVENT_ID)?.trim() ?? ''
  if (text === '') return undefined
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  const msg = 'Input should be the id of an event'
  throw new ValidationError([{ loc: ['header', LAST_EVENT_ID], msg, type: 'value_error' }])
}

/**
 * The feed as server-sent events: each has its number as id, starting after `Last-Event-ID` or else `since`. It is
 * produced on demand: a slow reader has one batch in memory, and occupies its slot no longer than a fast one. It ends
 * after a few minutes, and soon after its key stops working; a client that reconnects continues where it was. Throws
 * 422 for an invalid id, and 429.
 * @param toEvent the data of one event
 */
export async function streamEvents(
  query: Query,
  context: Context,
  toEvent: (row: MonitorEventTable) => unknown,
): Promise<Response> {
  const since = lastEventIdOf(context.request) ?? query.since
  const streamQuery = { ...query, since, limit: BATCH }
  const feed = new EventFeed(streamQuery, context, { watch: await openEventWatch(streamQuery, context), toEvent })
  return new Response(feed.toStream(), {
    headers: { 'content-type': `${EVENT_STREAM}; charset=utf-8`, 'x-accel-buffering': 'no' },
  })
}

type Source = { readonly watch: EventWatch; readonly toEvent: (row: MonitorEventTable) => unknown }
const { eventStream } = operationOf('updates.list')

class EventFeed {
  readonly #query: Query
  readonly #context: Context
  readonly #source: Source
  readonly #keepAliveMs: number
  readonly #endsAt: number
  readonly #ending = new AbortController()
  #since: number
  #timer: NodeJS.Timeout | undefined
  #isOpened = false

  constructor(query: Query, context: Context, source: Source) {
    const { keepAliveMs, lifeMs } = waitTimesOf(context.dependencies.config)
    this.#query = query
    this.#context = context
    this.#source = source
    this.#since = query.since
    this.#keepAliveMs = keepAliveMs
    this.#endsAt = performance.now() + lifeMs
  }

  toStream(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder()
    return new ReadableStream<Uint8Array>(
      {
        // A reader that stopped reading requests nothing, so its stream must be ended by this timer.
        start: (controller) => {
          const leftMs = this.#endsAt - performance.now() + this.#keepAliveMs
          this.#timer = setTimeout(() => {
            this.#end()
            controller.error(new Error('The stream was not read to its end'))
          }, leftMs).unref()
        },
        pull: async (controller) => {
          try {
            const text = await this.#next()
            if (this.#ending.signal.aborted) return
            if (text !== undefined) return controller.enqueue(encoder.encode(text))
            this.#end()
            controller.close()
          } catch (error) {
            if (this.#ending.signal.aborted) return
            const { dependencies, requestId } = this.#context
            dependencies.log.error({ err: error, requestId }, 'an event stream was cut off')
            this.#end()
            controller.error(new Error('The stream was cut off'))
          }
        },
        cancel: () => this.#end(),
      },
      { highWaterMark: 0 },
    )
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#ending.abort()
    this.#source.watch.close()
  }

  /** The next part of the stream; undefined at the end. */
  async #next(): Promise<string | undefined> {
    if (!this.#isOpened) {
      this.#isOpened = true
      return `retry: ${RETRY_MS}\n\n`
    }
    for (;;) {
      const rows = await readEventsSince({ ...this.#query, since: this.#since }, this.#context)
      if (rows.length > 0) return (await this.#mayContinue()) ? this.#format(rows) : undefined
      const leftMs = this.#endsAt - performance.now()
      if (leftMs <= 0) return undefined
      const outcome = await this.#source.watch.next(Math.min(leftMs, this.#keepAliveMs), this.#ending.signal)
      if (outcome === 'ended') return undefined
      if (outcome === 'over') return (await this.#mayContinue()) ? ':\n\n' : undefined
    }
  }

  async #mayContinue(): Promise<boolean> {
    if (performance.now() > this.#endsAt) return false
    try {
      await requireStillAdmitted(this.#context)
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }

  #format(rows: readonly MonitorEventTable[]): string {
    this.#since = rows.at(-1)?.id ?? this.#since
    const name = eventStream?.event ?? 'message'
    const toText = (row: MonitorEventTable) =>
      `id: ${row.id}\nevent: ${name}\ndata: ${JSON.stringify(this.#source.toEvent(row))}\n\n`
    return rows.map(toText).join('')
  }
}
