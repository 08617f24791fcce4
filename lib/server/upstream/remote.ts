import 'server-only'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

import { isRepeatable } from '@/lib/contract/operation'
import { errorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { reasonAt } from '@/lib/panel/outgoing/certificate'
import type { OutageLine } from '@/lib/panel/outgoing/outage-line'
import { OutgoingAgent } from '@/lib/panel/outgoing/outgoing-agent'
import type { OutgoingProxy, ProxyAddress } from '@/lib/panel/outgoing/outgoing-proxy'
import { proxyAuthorization } from '@/lib/panel/outgoing/tunnel'
import { measureUpstreamCall } from '@/lib/telemetry/outgoing'

import { serviceRouter } from '../http/rows'
import { toPanelAnswer } from './remote-answer'

/** Until the first byte of the answer; also the longest pause within a body. */
const TIMEOUT_MS = 30_000
const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
] as const

// Next patches globalThis.fetch and halves its throughput; node:http with pooled connections avoids that.
const POOL_OPTIONS = { keepAlive: true, maxSockets: 256 }
const agents = {
  http: new http.Agent(POOL_OPTIONS),
  https: new https.Agent(POOL_OPTIONS),
}
const proxyAgents = new WeakMap<OutgoingProxy, OutgoingAgent>()

export type RemoteConfig = {
  /** Without /v1, which the paths include. */
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs?: number
  /** Absent: no proxy. */
  readonly proxy?: OutgoingProxy
  /** Logs when the service becomes unavailable and when it is back. */
  readonly outage?: OutageLine
}

/**
 * A remote /v1 as an upstream. Only listed headers are sent, the key is added here, redirects are not followed. Never
 * rejects: failures are answered as 502 or 504 with a body of the panel.
 */
export const callRemote = (config: RemoteConfig, request: Request): Promise<Response> =>
  measureUpstreamCall(
    () => operationOf(request),
    () => callService(config, request),
  )

async function callService(config: RemoteConfig, request: Request): Promise<Response> {
  try {
    const message = await send(request, config, mayBeRepeated(request))
    config.outage?.worked()
    return await toPanelAnswer(message, config.apiKey).catch(faultResponse)
  } catch (error) {
    if (!request.signal.aborted) config.outage?.failed(() => reasonFor(config, error))
    if (request.signal.aborted) return errorResponse(new HttpError('aborted', 'The client closed the connection'))
    return errorResponse(
      error instanceof TimedOut
        ? new HttpError('upstream_timeout', 'The service did not answer in time')
        : new HttpError('upstream_unreachable', 'The service could not be reached'),
    )
  }
}

/** The service was reached, but its answer is unreadable. */
function faultResponse(error: unknown): Response {
  if (error instanceof HttpError) return errorResponse(error)
  const isEncodingError =
    error instanceof Error && 'code' in error && /^(?:Z_|ERR__?ERROR|ERR_BROTLI)/.test(String(error.code))
  if (!isEncodingError) throw error
  return errorResponse(new HttpError('upstream_error', 'The answer of the service cannot be decoded'))
}

class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

class WantsCredentials extends Error {
  override readonly name = 'WantsCredentials'
  override readonly message = 'the proxy wants other credentials (407)'
}

function optionsOf(request: Request, apiKey: string): http.RequestOptions {
  const length = request.headers.get('content-length')
  const headers = Object.fromEntries(FORWARDED_HEADERS.flatMap((name) => entryOf(request, name)))
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
  const found = serviceRouter.find(method, new URL(url).pathname)
  return found instanceof HttpError ? 'unknown' : found.row.name
}

/** An operation that is not in the interface may be a paid one. */
function mayBeRepeated({ method, url }: Request): boolean {
  const found = serviceRouter.find(method, new URL(url).pathname)
  return method === 'GET' && !(found instanceof HttpError) && isRepeatable(found.row.operation)
}

function openRequest(request: Request, config: RemoteConfig, isPooled: boolean): http.ClientRequest {
  const { pathname, search } = new URL(request.url)
  const target = new URL(`${config.url}${pathname}${search}`)
  const options = optionsOf(request, config.apiKey)
  const proxy = config.proxy?.proxyFor(target)
  if (proxy && target.protocol === 'http:') return openByProxy(target, { ...options, agent: false }, proxy)
  if (config.proxy && proxy) return https.request(target, { ...options, agent: proxyAgentOf(config.proxy, isPooled) })
  return target.protocol === 'https:'
    ? https.request(target, { ...options, agent: isPooled && agents.https })
    : http.request(target, { ...options, agent: isPooled && agents.http })
}

function proxyAgentOf(proxy: OutgoingProxy, isPooled: boolean): OutgoingAgent {
  if (!isPooled) return new OutgoingAgent(proxy.proxyFor)
  const agent = proxyAgents.get(proxy) ?? new OutgoingAgent(proxy.proxyFor, POOL_OPTIONS)
  proxyAgents.set(proxy, agent)
  return agent
}

/** Without TLS a proxy expects the whole address (RFC 9112, 3.2.2). */
function openByProxy(target: URL, options: http.RequestOptions, proxy: ProxyAddress): http.ClientRequest {
  const send = proxy.url.protocol === 'https:' ? https.request : http.request
  const outgoing = send(new URL(proxy.url.origin), { ...options, path: target.href })
  const proxyHeaders = { host: target.host, ...proxyAuthorization(proxy) }
  for (const [name, value] of Object.entries(proxyHeaders)) outgoing.setHeader(name, value)
  return outgoing
}

function reasonFor({ url, proxy, timeoutMs = TIMEOUT_MS }: RemoteConfig, error: unknown): Promise<string> {
  const target = new URL(url)
  const proxyAddress = proxy?.proxyFor(target)
  const routeText = proxyAddress ? `through the proxy ${proxyAddress.shown}` : 'no proxy is used'
  const cause = error instanceof TimedOut ? new Error(`no answer within ${timeoutMs / 1000} s`) : error
  return reasonAt(target, cause, proxy ? { route: proxy.proxyFor } : {}).then((reason) => `${reason}; ${routeText}`)
}

/**
 * A pooled connection may just have been closed by the other side, in which case it is unknown whether the call
 * arrived. Repeatable calls are then made once more on a new connection, because the next pooled one may be dead too.
 * Calls that change something or are paid for use a new connection from the start and are made once.
 */
function send(request: Request, config: RemoteConfig, mayRepeat: boolean): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(request, config, mayRepeat)
    const abort = () => outgoing.destroy(new Error('aborted'))
    outgoing.setTimeout(config.timeoutMs ?? TIMEOUT_MS, () => outgoing.destroy(new TimedOut()))
    outgoing.on('response', (message) => {
      // Only a proxy answers 407 (RFC 9110, 15.5.8).
      if (message.statusCode === 407) outgoing.destroy(new WantsCredentials())
      else resolve(message)
    })
    outgoing.on('close', () => request.signal.removeEventListener('abort', abort))
    outgoing.on('error', (error) => {
      if (mayRepeat && outgoing.reusedSocket && isReset(error)) resolve(send(request, config, false))
      else reject(error)
    })
    request.signal.addEventListener('abort', abort, { once: true })
    if (request.signal.aborted) abort()
    if (request.body) pipeBody(request.body, outgoing)
    else outgoing.end()
  })
}

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function pipeBody(body: ReadableStream<Uint8Array>, outgoing: http.ClientRequest): void {
  nodeStreamOf(body)
    .on('error', (error) => outgoing.destroy(error))
    .pipe(outgoing)
}

/** Safe: in Node the DOM's ReadableStream is `node:stream/web`'s; only their types differ. */
const nodeStreamOf = (body: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
