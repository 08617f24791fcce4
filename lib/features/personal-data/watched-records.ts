import type { OperationAnswer } from '@/lib/client/client'
import { type Patience, withRateLimit } from '@/lib/client/run-steps'
import type { Input } from '@/lib/contract/table'
import type { CallService } from '@/lib/panel/context'

export type WatchedRecord = OperationAnswer<'monitors.list'>['items'][number]

const LARGEST_PAGE = 1000
const neverAborted = new AbortController().signal

/** A user waits for the answer: short rate limits of a remote service are waited for, long ones are reported. */
const PATIENCE: Patience = { seconds: 20, waits: 20 }
export const noRetry: Patience = { seconds: 0, waits: 0 }

/** Makes one call and waits as long as a remote service requests when it answers 429. */
export const retryPatiently = <T>(call: () => Promise<T>): Promise<T> => withRateLimit(neverAborted, call, PATIENCE)

export type WatchedPage = OperationAnswer<'monitors.list'> & {
  /** Cursor with which this page was requested; null for the first one. */
  readonly cursor: string | null
}
export type MonitorListOptions = {
  readonly filter?: Pick<NonNullable<Input<'monitors.list'>['query']>, 'identifier_type' | 'tag'>
  /** Cursor to begin at; without it, the list begins with the newest monitor. */
  readonly from?: string | null
  readonly signal?: AbortSignal
  readonly patience?: Patience
}

/** The list of monitors, page by page. Stop iterating to end the requests. */
export async function* eachPage(
  callService: CallService,
  { filter, from = null, signal = neverAborted, patience = PATIENCE }: MonitorListOptions = {},
): AsyncGenerator<WatchedPage> {
  let cursor: string | null = from
  do {
    const query = { ...filter, limit: LARGEST_PAGE, ...toCursorQuery(cursor) }
    const page: WatchedPage = {
      ...(await withRateLimit(signal, () => callService('monitors.list', { query }), patience)),
      cursor,
    }
    yield page
    cursor = nextOf(page)
  } while (cursor !== null && !signal.aborted)
}

const toCursorQuery = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** A service that repeats the same cursor has no more pages. */
const nextOf = ({ next_cursor: next = null, cursor }: WatchedPage): string | null => (next === cursor ? null : next)

export async function* eachMonitor(
  callService: CallService,
  walk: MonitorListOptions = {},
): AsyncGenerator<WatchedRecord> {
  for await (const { items } of eachPage(callService, walk)) yield* items
}

/** Monitors of persons, by PESEL. */
export const eachPerson = (callService: CallService) =>
  eachMonitor(callService, { filter: { identifier_type: 'pesel' } })
