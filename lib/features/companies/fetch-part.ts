import * as z from 'zod'

import { readApiError } from '@/lib/client/api-error'
import { toUrl } from '@/lib/client/client'
import { readUnitsIn } from '@/lib/client/units-in'
import { streamCursor, type StreamEnd, streamEnd } from '@/lib/contract/announcements'
import { isStream } from '@/lib/contract/operation'
import { operationOf, type OperationName } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import { parseJson } from '@/lib/domain/collections/json'
import type { FetchService } from '@/lib/panel/context'

/** A call of the service whose answer is stored. */
export type PaidCall = { readonly operation: OperationName; readonly query: Readonly<Record<string, string | number>> }

export type PartAnswer = {
  /** `{items}` for a stream; anything else is unchanged. */
  readonly answer: unknown
  readonly cursor: string | null
  readonly requestId: string | null
  readonly units: number | null
  readonly left: number | null
}

/** Requests one page from the service. Throws `ApiError` for anything but a readable 2xx. */
export async function fetchPart(
  fetchService: FetchService,
  { operation, query }: PaidCall,
  cursor: string | null,
): Promise<PartAnswer> {
  const row = operationOf(operation)
  const path = toUrl(row.path, {}, { ...query, cursor })
  const accept = isStream(row) ? 'application/x-ndjson; end=1' : 'application/json'
  const response = await orNetworkError(() => fetchService(path, { headers: { accept } }))
  if (!response.ok) throw await readApiError(response)
  const text = await orNetworkError(() => textOf(response))
  if (text === undefined) throw unreadable(response)
  return isStream(row) ? readStream(response, text) : readPageOf(response, text)
}

/** Upper bound, far above any real page: parsing, masking and storing need several times as much memory. */
export const MAX_PART_BYTES = 32_000_000

/** Undefined if the body is too long; the rest is not read. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Returning from the loop cancels the rest of the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_PART_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const nextCursor = z.looseObject({ next_cursor: z.string().nullable() })

function readPageOf(response: Response, text: string): PartAnswer {
  const answer = parseJson(text)
  if (answer === undefined) throw unreadable(response)
  return { answer, cursor: nextCursor.safeParse(answer).data?.next_cursor ?? null, ...chargeIn(response) }
}

function readStream(response: Response, text: string): PartAnswer {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parseJson)
  if (values.includes(undefined)) throw unreadable(response)
  const end = values.map(readEnd).find((each) => each !== undefined) ?? readEnd(trailerOf(response))
  const charge = chargeIn(response)
  return {
    answer: { items: values.filter((value) => !isMark(value)) },
    // The cursor after `complete` leads to items that appear later, which are not part of this list.
    cursor: end === undefined || end.reason === 'complete' ? null : end.cursor,
    ...charge,
    units: end?.units ?? charge.units,
  }
}

const readEnd = (value: unknown): StreamEnd['_end'] | undefined => {
  const { _end: end } = streamEnd.safeParse(value).data ?? {}
  return end
}
const isMark = (value: unknown): boolean => readEnd(value) !== undefined || streamCursor.safeParse(value).success
const trailerOf = ({ headers }: Response): unknown => parseJson(headers.get('x-stream-end') ?? '')

const chargeIn = (answer: Response) => ({
  requestId: answer.headers.get('x-request-id'),
  ...readUnitsIn(answer),
})

/** A lost call may have been charged, so it is reported as an error and never as free. */
async function orNetworkError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const details = { kind: 'network', status: 502, code: 'upstream_unreachable' } as const
    throw new ApiError('The service could not be reached', details, { cause: error })
  }
}

function unreadable({ status, headers }: Response): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined
  return new ApiError('body: unreadable', { kind: 'shape', status, code: 'unknown_shape', requestId })
}
