import 'server-only'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'

import { errorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { hideKey } from '@/lib/panel/secrets/key-custody'

import { answerStream } from './answer-stream'
import { decodeBody, encodingOf, MAX_DECODED_JSON } from './decoded'

/** Answers up to this size are read whole: that is cheaper than a stream and allows searching them for the key. */
const WHOLE_MAX_BYTES = 1_000_000
const BODILESS = new Set([204, 205, 304])
const RETURNED_HEADERS = [
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-idempotent-replay',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-stream-cursor',
  'x-units-charged',
  'x-units-left',
] as const

/**
 * Converts a remote answer for the panel. A refused key becomes 502, because a browser would take a 401 for an ended
 * session; so does a redirect, which is never followed. Error bodies pass only as JSON. The key never passes, even if
 * the service repeats it.
 */
export async function toPanelAnswer(answer: IncomingMessage, apiKey: string): Promise<Response> {
  const status = answer.statusCode ?? 502
  const refused = refusalOf(status)
  if (refused) {
    answer.resume()
    return refused
  }
  const headers = headersOf(answer, apiKey)
  if (BODILESS.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  if (status >= 400) return errorAnswer({ answer, status, headers, apiKey })
  return dataAnswer({ answer, status, headers, apiKey })
}

type Answer = { answer: IncomingMessage; status: number; headers: Headers; apiKey: string }

function refusalOf(status: number): Response | undefined {
  if (status === 401) {
    return errorResponse(new HttpError('upstream_unauthorized', 'The service refused the API key'))
  }
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) {
    return errorResponse(new HttpError('upstream_redirect', 'The service answered with a redirect'))
  }
  return undefined
}

function headersOf(answer: IncomingMessage, apiKey: string): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const name of RETURNED_HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string' && !value.includes(apiKey)) headers.set(name, value)
  }
  return headers
}

const isJson = (headers: Headers): boolean =>
  /^application\/([\w.+-]+\+)?json\b/i.test(headers.get('content-type') ?? '')

async function errorAnswer({ answer, status, headers, apiKey }: Answer): Promise<Response> {
  const text = isJson(headers) ? await readWhole(await decodeBody(answer)) : (answer.resume(), undefined)
  if (text === undefined) {
    const requestId = headers.get('x-request-id')
    const retryAfter = headers.get('retry-after')
    const more = retryAfter ? { headers: { 'retry-after': retryAfter } } : {}
    const error = new HttpError('upstream_error', `The service answered with HTTP ${status}`, { ...more, status })
    return errorResponse(error, requestId ?? undefined)
  }
  return new Response(withoutKey(text, apiKey), { status, headers })
}

async function dataAnswer(input: Answer): Promise<Response> {
  const { answer, status, headers, apiKey } = input
  const isPlain = encodingOf(answer) === undefined
  const length = Number(answer.headers['content-length'] ?? Number.NaN)
  // Files are streamed, so that a reader can resume a broken one.
  const isData = isJson(headers) && !headers.has('content-disposition')
  if (isPlain && isData && length <= WHOLE_MAX_BYTES) {
    const text = await readWhole(answer)
    return new Response(withoutKey(text ?? '', apiKey), { status, headers })
  }
  if (isPlain && answer.headers['content-length']) headers.set('content-length', answer.headers['content-length'])
  return streamedAnswer(input, isData ? MAX_DECODED_JSON : undefined)
}

async function streamedAnswer({ answer, status, headers, apiKey }: Answer, maxBytes: number | undefined) {
  const bytes = await decodeBody(answer, maxBytes)
  // Not `pipe`: an error on one side has to end the other one too.
  const body = pipeline(bytes, hideKey(apiKey), () => undefined)
  // Waits for the first bytes, so that an undecodable body is reported as an error of the service and not as a broken
  // answer.
  if (bytes !== answer) await once(body, 'readable')
  return new Response(answerStream(body), { status, headers })
}

/** Undefined when it exceeds the limit. */
async function readWhole(stream: Readable): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = bufferOf(chunk)
    size += bytes.byteLength
    if (size > WHOLE_MAX_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const bufferOf = (chunk: unknown): Buffer =>
  chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : Buffer.from(String(chunk))

const withoutKey = (text: string, apiKey: string): string =>
  text.includes(apiKey) ? text.replaceAll(apiKey, '•••') : text
