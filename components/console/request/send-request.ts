import { readApiError } from '@/lib/client/api-error'
import { bodyLines } from '@/lib/client/body-lines'
import { callRaw } from '@/lib/client/browser'
import { lenient } from '@/lib/client/lenient'
import { type StreamEnd, streamEnd } from '@/lib/contract/announcements'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import { operationOf } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import { parseJson } from '@/lib/domain/collections/json'

import type { Answer, AnswerBody } from './answer'
import type { BuiltRequest } from './build-request'

interface SendRequestInput {
  readonly operation: ConsoleOperation
  readonly request: BuiltRequest
  readonly signal: AbortSignal
  readonly onMore: (answer: Answer) => void
}

/** The least interval between two updates of a stream, in milliseconds. */
const UPDATE_INTERVAL_MS = 120

/** Sends a request through the panel's proxy and reads any response. Never rejects. */
export async function sendRequest({ operation, request, signal, onMore }: SendRequestInput): Promise<Answer> {
  const startedAt = performance.now()
  const emptyAnswer: Answer = {
    operation,
    request,
    sentAt: Date.now(),
    status: 0,
    tookMs: 0,
    bytes: 0,
    headers: [],
    requestId: null,
    charged: null,
    left: null,
    body: { kind: 'none' },
    state: 'running',
    error: undefined,
  }
  let head = emptyAnswer
  const withTime = (more: Partial<Answer>): Answer => ({
    ...head,
    tookMs: Math.round(performance.now() - startedAt),
    ...more,
  })
  try {
    const { method, headers, body } = request
    const response = await callRaw(operation.name, request.path, {
      method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    })
    head = { ...emptyAnswer, ...headOf(response) }
    if (response.ok && operation.isStream && response.body !== null) {
      const end = await readLines(response.body, (more) => onMore((head = withTime(more))))
      return withTime({ ...end, state: 'done' })
    }
    return withTime({ ...(await readWhole(operation, response)), state: 'done' })
  } catch (error) {
    if (signal.aborted) return withTime({ state: 'stopped' })
    const lost = new ApiError('The service could not be reached', { kind: 'network', status: 0, code: 'network' })
    return withTime({ state: 'lost', error: error instanceof ApiError ? error : lost })
  }
}

function headOf(response: Response): Partial<Answer> {
  const { headers, status } = response
  return {
    status,
    headers: [...headers],
    requestId: headers.get('x-request-id'),
    charged: countIn(headers, 'x-units-charged'),
    left: countIn(headers, 'x-units-left'),
  }
}

function countIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

async function readWhole(operation: ConsoleOperation, response: Response) {
  const copy = response.clone()
  const blob = await response.blob()
  if (response.ok) return { body: await bodyOf(operation, response, blob), bytes: blob.size }
  return { body: await textBodyOf(blob), bytes: blob.size, error: await readApiError(copy) }
}

async function bodyOf(operation: ConsoleOperation, response: Response, blob: Blob): Promise<AnswerBody> {
  if (operation.produces === 'none' || response.status === 204) return { kind: 'none' }
  if (operation.produces === 'file') return fileOf(operation, response, blob)
  const body = await textBodyOf(blob)
  return { ...body, ...differenceOf(operation, body) }
}

type TextBody = Extract<AnswerBody, { kind: 'text' }>

async function textBodyOf(blob: Blob): Promise<TextBody> {
  const text = await blob.text()
  return { kind: 'text', text, isJson: parseJson(text) !== undefined }
}

function fileOf({ name }: ConsoleOperation, { headers }: Response, blob: Blob): AnswerBody {
  const fileName = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return { kind: 'file', blob, name: fileName ?? name, type: type.trim() }
}

/** Returns where an answer violates the contract, which a service of another version may do. */
function differenceOf({ name }: ConsoleOperation, { text, isJson }: TextBody): { differs?: string } {
  if (!isJson) return {}
  const read = lenient(operationOf(name).response).safeParse(parseJson(text))
  if (read.success) return {}
  const [issue] = read.error.issues
  return { differs: issue?.path.join('.') || 'body' }
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  report: (more: Pick<Answer, 'body' | 'bytes'>) => void,
): Promise<Pick<Answer, 'body' | 'bytes'>> {
  const lines: string[] = []
  let bytes = 0
  let end: StreamEnd['_end'] | undefined
  let reportedAt = -Infinity
  const countedBody = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        controller.enqueue(chunk)
      },
    }),
  )
  // The array grows in place, but each update is a new object, so that React renders it.
  const currentBody = () => ({ body: { kind: 'lines', lines, end }, bytes }) as const
  report(currentBody())
  try {
    for await (const line of bodyLines(countedBody)) {
      const endLine = line.startsWith('{"_end"') ? streamEnd.safeParse(parseJson(line)).data : undefined
      const { _end: last } = endLine ?? {}
      if (last !== undefined) end = last
      else if (!line.startsWith('{"_cursor"')) lines.push(line)
      if (performance.now() - reportedAt < UPDATE_INTERVAL_MS) continue
      reportedAt = performance.now()
      report(currentBody())
    }
  } finally {
    report(currentBody())
  }
  return currentBody()
}
