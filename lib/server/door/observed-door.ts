import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { TrustedProxies } from '@/lib/http/addresses'
import { isRequestId } from '@/lib/http/request-id'
import { metrics } from '@/lib/telemetry/metrics'
import { inScope } from '@/lib/telemetry/scope'
import { failSpan, tracing } from '@/lib/telemetry/spans'

import type { PageDoor } from './door'
import { routeNameOf } from './route-name'

const REQUEST_ID = 'x-request-id'
const TRACEPARENT = 'traceparent'

/** Gives each request the id that all its log lines have, counts it, and begins its trace. */
export function observedDoor(door: PageDoor, trusted: TrustedProxies): PageDoor {
  let inProgress = 0
  return (request, response, handle) => {
    const requestId = takeRequestId(request)
    const traceparent = takeTraceparent(request, trusted)
    const [kept, tracer] = [metrics(), tracing()]
    if (!kept && !tracer) return inScope({ requestId }, () => door(request, response, handle))
    const startedAt = performance.now()
    const { method = 'GET', url = '/' } = request
    const { door: name, route } = routeNameOf(method, url.split('?', 1)[0] ?? url)
    const attributes = { 'http.request.method': method, 'http.route': route, 'registers.door': name }
    const span = tracer?.start(`${method} ${route}`, { kind: 'server', attributes }, traceparent)
    span?.setAttribute('registers.request_id', requestId)
    inProgress += 1
    kept?.set('registers_http_requests_in_progress', {}, inProgress)
    response.once('close', () => {
      inProgress -= 1
      const status = statusOf(response)
      kept?.set('registers_http_requests_in_progress', {}, inProgress)
      kept?.count('registers_http_requests_total', { door: name, route, status })
      const seconds = (performance.now() - startedAt) / 1000
      kept?.observe('registers_http_request_duration_seconds', { door: name, route }, seconds)
      if (!span) return
      span.setAttribute('http.response.status_code', response.statusCode)
      if (response.statusCode >= 500) failSpan(span, new Error('answered with a failure'))
      span.end()
    })
    return inScope({ requestId, span }, () => door(request, response, handle))
  }
}

/** A caller who went away before the answer began has got none. */
const statusOf = (response: ServerResponse): string => (response.headersSent ? String(response.statusCode) : 'aborted')

/** The caller's where it is one; whatever asks the service on behalf of this request passes it on. */
function takeRequestId({ headers }: IncomingMessage): string {
  const sent = headers[REQUEST_ID]?.toString()
  const id = isRequestId(sent) ? sent : randomUUID()
  headers[REQUEST_ID] = id
  return id
}

/** Whom the operator does not trust begins a trace of its own here, and cannot make a mess of others. */
function takeTraceparent({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string | undefined {
  const sent = headers[TRACEPARENT]?.toString()
  // Nothing behind this door reads it; Next would take it for its own.
  delete headers[TRACEPARENT]
  return socket.remoteAddress !== undefined && trusted.has(socket.remoteAddress) ? sent : undefined
}
