import 'server-only'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

import { isRepeatable } from '@/lib/contract/operation'
import { errorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { inUpstreamCall } from '@/lib/telemetry/outgoing'

import { serviceRows } from '../http/rows'
import { toPanelAnswer } from './remote-answer'

/** To the first byte of the answer; a body that stalls this long is cut as well. */
const TIMEOUT_MS = 30_000
const SENT = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
] as const

// Next patches globalThis.fetch and halves its throughput; node:http with kept connections costs neither.
const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 256 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 256 }),
}

export type RemoteConfig = {
  /** Without /v1, which the paths carry. */
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
}

/**
 * A remote /v1 as an upstream. Only named headers travel, the key is added here, redirects are not followed. Never
 * rejects: what goes wrong on the way is answered as 502 or 504 with a body of ours.
 */
export const askRemote = (config: RemoteConfig, request: Request): Promise<Response> =>
  inUpstreamCall(
    () => operationOf(request),
    () => ask(config, request),
  )

async function ask(config: RemoteConfig, request: Request): Promise<Response> {
  try {
    return await toPanelAnswer(await send(request, config, mayBeRepeated(request)), config.apiKey)
  } catch (error) {
    if (request.signal.aborted) return errorResponse(new HttpError('aborted', 'The caller went away'))
    return errorResponse(
      error instanceof TimedOut
        ? new HttpError('upstream_timeout', 'The service did not answer in time')
        : new HttpError('upstream_unreachable', 'The service could not be reached'),
    )
  }
}

class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

function optionsOf(request: Request, apiKey: string): http.RequestOptions {
  const length = request.headers.get('content-length')
  const headers = Object.fromEntries(SENT.flatMap((name) => entryOf(request, name)))
  return {
    method: request.method,
    headers: {
      ...headers,
      ...(request.body && length ? { 'content-length': length } : {}),
      'accept-encoding': 'identity',
      'x-api-key': apiKey,
    },
  }
}

function entryOf(request: Request, name: string): [string, string][] {
  const value = request.headers.get(name)
  return value === null ? [] : [[name, value]]
}

function operationOf({ method, url }: Request): string {
  const found = serviceRows.find(method, new URL(url).pathname)
  return found instanceof HttpError ? 'unknown' : found.row.name
}

/** Whatever is no row of the interface may be paid for. */
function mayBeRepeated({ method, url }: Request): boolean {
  const found = serviceRows.find(method, new URL(url).pathname)
  return method === 'GET' && !(found instanceof HttpError) && isRepeatable(found.row.operation)
}

function open(request: Request, config: RemoteConfig, isOnKept: boolean): http.ClientRequest {
  const { pathname, search } = new URL(request.url)
  const target = new URL(`${config.url}${pathname}${search}`)
  const options = optionsOf(request, config.apiKey)
  return target.protocol === 'https:'
    ? https.request(target, { ...options, agent: isOnKept && agents.https })
    : http.request(target, { ...options, agent: isOnKept && agents.http })
}

/**
 * A kept connection may have been closed by the other side just now, and nobody can tell whether the call had arrived. What may be
 * repeated is then made once more, on a connection of its own, because the next kept one may be as dead. Whatever changes
 * something or is paid for has a connection of its own from the start, and is made once.
 */
function send(request: Request, config: RemoteConfig, mayRepeat: boolean): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = open(request, config, mayRepeat)
    const abort = () => outgoing.destroy(new Error('aborted'))
    outgoing.setTimeout(config.timeoutMs ?? TIMEOUT_MS, () => outgoing.destroy(new TimedOut()))
    outgoing.on('response', resolve)
    outgoing.on('close', () => request.signal.removeEventListener('abort', abort))
    outgoing.on('error', (error) => {
      if (mayRepeat && outgoing.reusedSocket && isReset(error)) resolve(send(request, config, false))
      else reject(error)
    })
    request.signal.addEventListener('abort', abort, { once: true })
    if (request.signal.aborted) abort()
    if (request.body) pour(request.body, outgoing)
    else outgoing.end()
  })
}

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function pour(body: ReadableStream<Uint8Array>, outgoing: http.ClientRequest): void {
  nodeStreamOf(body)
    .on('error', (error) => outgoing.destroy(error))
    .pipe(outgoing)
}

/** Sound: in Node the DOM's ReadableStream is `node:stream/web`'s; only their types differ. */
const nodeStreamOf = (body: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
