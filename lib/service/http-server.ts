import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createAdaptorServer } from '@hono/node-server'

import { closerOf } from '@/lib/http/closing'
import { toErrorResponse } from '@/lib/http/error-response'
import { methodNotAllowed } from '@/lib/http/errors'
import { readRequestId } from '@/lib/http/request-id'
import { CHECKED_EVERY_MS, endSlowBody, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '@/lib/http/slow-bodies'
import { endUnread } from '@/lib/http/unread-answers'

import type { AddTrailers } from './http/context'
import { openApiDocument } from './openapi/openapi'
import type { HttpCaller, Service } from './service'

/**
 * How long an idle connection stays open. It must be longer than the timeouts of proxies and clients (usually a
 * minute): if the server closed first, a call that is just being sent would fail.
 */
const KEEP_ALIVE_MS = 65_000

const TIMEOUTS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECKED_EVERY_MS,
}

const DESCRIPTION = '/openapi.json'
const CACHE_CONTROL = { 'cache-control': 'public, max-age=300' }

export type HttpServer = { readonly port: number; close(): Promise<void> }

/** Returns the address of the caller; undefined if it is unknown. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined

const socketAddress: AddressOf = ({ socket }) => socket.remoteAddress

export type HttpServerOptions = {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  /** Defaults to the address of the socket. Behind a proxy, the proxy's header must provide the address. */
  readonly addressOf?: AddressOf | undefined
  /** Whether `traceparent` from this socket address is trusted; without it no address is. */
  readonly isTrusted?: ((socketAddress: string) => boolean) | undefined
}

/** Opens the public HTTP server. Rejects if host and port are not available. */
export async function listenHttp(service: Service, options: HttpServerOptions): Promise<HttpServer> {
  const { addressOf = socketAddress, isTrusted } = options
  const fetch = (request: Request, env: Parameters<FetchCallback>[1]) => {
    const { remoteAddress } = env.incoming.socket
    const trusted = isTrusted && remoteAddress !== undefined && isTrusted(remoteAddress)
    const traceparent = trusted ? env.incoming.headers['traceparent']?.toString() : undefined
    return answer(service, request, { address: addressOf(env.incoming), addTrailers: trailersOf(env), traceparent })
  }
  // Safe: over plain HTTP/1.1 the adaptor always creates a node:http server.
  const server = createAdaptorServer({ fetch, serverOptions: TIMEOUTS }) as Server
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.prependListener('request', endSlowBody)
  endUnread(server)
  const close = closerOf(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  return { port, close }
}

type FetchCallback = Parameters<typeof createAdaptorServer>[0]['fetch']

/** HTTP/1.0, which some proxies use, has no trailers. */
const trailersOf = ({ incoming, outgoing }: Parameters<FetchCallback>[1]): AddTrailers | undefined =>
  incoming.httpVersion === '1.0' ? undefined : (fields) => outgoing.addTrailers(fields)

function answer(service: Service, request: Request, caller: HttpCaller): Promise<Response> | Response {
  if (!request.url.includes(DESCRIPTION)) return service.handle(request, caller)
  const url = new URL(request.url)
  if (url.pathname !== DESCRIPTION) return service.handle(request, caller)
  return describe(service, request, url.origin)
}

function describe({ dependencies: { config, log } }: Service, request: Request, origin: string): Response {
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD') {
    return toErrorResponse(methodNotAllowed(method, ['GET', 'HEAD']), readRequestId(request), log)
  }
  if (config.publicUrl !== undefined)
    return Response.json(openApiDocument(config.publicUrl), { headers: CACHE_CONTROL })
  // The document contains the caller's origin, so a shared cache must not return it to others.
  return Response.json(openApiDocument(origin), { headers: { 'cache-control': 'no-store', vary: 'Host' } })
}
