import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { routes } from '@/lib/domain/routes'
import type { TrustedProxies } from '@/lib/http/addresses'
import { HttpError } from '@/lib/http/errors'
import { isRequestId } from '@/lib/http/request-id'
import { metrics } from '@/lib/telemetry/metrics'
import { inScope } from '@/lib/telemetry/scope'
import { failSpan, tracing } from '@/lib/telemetry/spans'

import { panelRouter, serviceRouter } from '../http/rows'
import type { PageGateway } from './gateway'

type RouteName = { readonly door: 'page' | 'panel' | 'proxy' | 'other'; readonly route: string }

/** Patterns of pages that exist once per item. */
const ITEM_PAGES = [routes.companies, routes.monitors, routes.reports, routes.whiteList, routes.help]
const PAGES: ReadonlySet<string> = new Set(Object.values(routes).map((path) => path.split('?', 1)[0] ?? path))
const OTHERS = ['/api/auth', '/api/feeds', '/api/health', '/api/password-strength', '/api/unsubscribe']
const NONE = 'none'

/**
 * Name of a request in metrics and traces: an operation of a contract or the pattern of an address, out of a few
 * hundred; never the requested value itself.
 */
export function routeNameOf(method: string, path: string): RouteName {
  if (path.startsWith('/api/v1/'))
    return contractRouteName('proxy', serviceRouter.find(method, path.slice('/api'.length)))
  if (path.startsWith('/api/panel/'))
    return contractRouteName('panel', panelRouter.find(method, path.slice('/api'.length)))
  const other = OTHERS.find((each) => path === each || path.startsWith(`${each}/`))
  if (other !== undefined) return { door: 'other', route: other }
  if (PAGES.has(path)) return { door: 'page', route: path }
  const parent = ITEM_PAGES.find((each) => path.startsWith(`${each}/`))
  if (parent !== undefined && !path.slice(parent.length + 1).includes('/')) {
    return { door: 'page', route: `${parent}/{id}` }
  }
  return { door: path.startsWith('/api/') ? 'other' : 'page', route: NONE }
}

const contractRouteName = (
  door: 'panel' | 'proxy',
  found: HttpError | { readonly row: { readonly name: string } },
): RouteName => ({ door, route: found instanceof HttpError ? NONE : found.row.name })

const REQUEST_ID = 'x-request-id'
const TRACEPARENT = 'traceparent'

/** Gives each request the id that all its log lines carry, counts it, and begins its trace. */
export function observedGateway(gateway: PageGateway, trusted: TrustedProxies): PageGateway {
  let inProgress = 0
  return (request, response, handle) => {
    const requestId = takeRequestId(request)
    const traceparent = takeTraceparent(request, trusted)
    const [activeMetrics, tracer] = [metrics(), tracing()]
    if (!activeMetrics && !tracer) return inScope({ requestId }, () => gateway(request, response, handle))
    const startedAt = performance.now()
    const { method = 'GET', url = '/' } = request
    const { door: name, route } = routeNameOf(method, url.split('?', 1)[0] ?? url)
    const attributes = { 'http.request.method': method, 'http.route': route, 'registers.door': name }
    const span = tracer?.start(`${method} ${route}`, { kind: 'server', attributes }, traceparent)
    span?.setAttribute('registers.request_id', requestId)
    inProgress += 1
    activeMetrics?.set('registers_http_requests_in_progress', {}, inProgress)
    response.once('close', () => {
      inProgress -= 1
      const status = statusOf(response)
      activeMetrics?.set('registers_http_requests_in_progress', {}, inProgress)
      activeMetrics?.count('registers_http_requests_total', { door: name, route, status })
      const seconds = (performance.now() - startedAt) / 1000
      activeMetrics?.observe('registers_http_request_duration_seconds', { door: name, route }, seconds)
      if (!span) return
      span.setAttribute('http.response.status_code', response.statusCode)
      if (response.statusCode >= 500) failSpan(span, new Error('answered with a failure'))
      span.end()
    })
    return inScope({ requestId, span }, () => gateway(request, response, handle))
  }
}

/** A caller who disconnected before the response began got none. */
const statusOf = (response: ServerResponse): string => (response.headersSent ? String(response.statusCode) : 'aborted')

/** The caller's id if it is valid; calls to the service on behalf of this request pass it on. */
function takeRequestId({ headers }: IncomingMessage): string {
  const sent = headers[REQUEST_ID]?.toString()
  const id = isRequestId(sent) ? sent : randomUUID()
  headers[REQUEST_ID] = id
  return id
}

/** An untrusted caller cannot continue a trace, so that it cannot interfere with others. */
function takeTraceparent({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string | undefined {
  const sent = headers[TRACEPARENT]?.toString()
  // Next would interpret the header itself.
  delete headers[TRACEPARENT]
  return socket.remoteAddress !== undefined && trusted.has(socket.remoteAddress) ? sent : undefined
}
