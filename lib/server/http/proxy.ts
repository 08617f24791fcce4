import 'server-only'
import { randomUUID } from 'node:crypto'

import type { NextRequest } from 'next/server'

import type { Operation } from '@/lib/contract/operation'
import { DOWNLOAD_HEADER } from '@/lib/features/report-downloads/domain/download-link-header'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { upstreamFor } from '../upstream/upstream'
import { recordCall } from './audited'
import { bodyToForward, type ForwardedBody, requireJsonBody } from './body'
import { withErrorResponse, requireCall } from './checks'
import { type FileNaming, setAnswerHeaders } from './file-headers'
import { handOutReport } from './hand-out-report'
import { maskAnswer } from './mask-answer'
import { isMaskedSearch, searchVisible } from './masked-search'
import { serviceRouter } from './rows'
import { serviceUrl } from './service-url'

const FORWARDED_HEADERS = [
  'accept',
  'content-type',
  'content-length',
  'if-none-match',
  'if-range',
  'range',
  'x-request-id',
] as const
const RETURNED_HEADERS: ReadonlySet<string> = new Set([
  'accept-ranges',
  'allow',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-stream-cursor',
  'x-units-charged',
  'x-units-left',
  'x-paid-until',
  DOWNLOAD_HEADER,
])

/**
 * Handles /api/v1/*: the session determines the account, the contract which operations exist and who may call them.
 * Only listed headers are forwarded in either direction, and nothing is cached. Checks throw their refusals.
 */
export const proxy = (request: NextRequest): Promise<Response> =>
  withErrorResponse(request, async () => {
    const { session, row, params, url, path } = await requireCall(serviceRouter, request)
    const { operation } = row
    requireJsonBody(operation, request)
    const upstreamUrl = serviceUrl(operation, session, withoutWait(operation, url))
    const body = await bodyToForward(operation, request, session)
    const call = { ...row, params, session, request, url: upstreamUrl, body: body.text }
    const fetchFromService = (search: string) =>
      callUpstream({ operation, request, session, body, path: `${path}${search}` })
    const isSearch = isMaskedSearch(operation, session, upstreamUrl)
    const answer =
      row.name === 'reports.download'
        ? await handOutReport({
            session,
            request,
            url,
            reportId: Object.values(params)[0] ?? '',
            forward: (sent) => callUpstream({ operation, request: sent, session, body, path }),
          })
        : await recordCall(call, () =>
            isSearch ? searchVisible(fetchFromService, upstreamUrl) : fetchFromService(upstreamUrl.search),
          )
    return toBrowser({ ...row, params }, await maskAnswer(operation, session, answer))
  })

/**
 * Removes `wait`, so that the browser is answered at once and in JSON: a waiting call would occupy one of a person's
 * few slots, and events are masked as complete answers. Pages wait at `/api/panel/events/updates`.
 */
function withoutWait({ eventStream }: Operation, url: URL): URL {
  if (eventStream === undefined || !url.searchParams.has('wait')) return url
  const withoutParameter = new URL(url)
  withoutParameter.searchParams.delete('wait')
  return withoutParameter
}

type Forward = { operation: Operation; request: Request; session: PanelSession; body: ForwardedBody; path: string }

async function callUpstream({ operation, request, session, body, path }: Forward): Promise<Response> {
  const headers = pickHeaders(request.headers, FORWARDED_HEADERS)
  if (operation.eventStream !== undefined) headers.set('accept', 'application/json')
  // The length of the browser's body; the forwarded one may differ.
  if (body.text !== undefined) headers.delete('content-length')
  const init = { method: request.method, headers, ...signalFor(request), ...body.init }
  const upstream = upstreamFor(session, { rateLimited: true, account: session.account.row })
  const answer = await upstream(new Request(`http://upstream.invalid${path}`, init))
  body.requireBounded()
  return answer
}

/**
 * Only for a remote service. The embedded one answers at once or streams to a reader that cancels, and a signal would
 * cost a tenth of such a call.
 */
const signalFor = (request: Request) => (getRuntime().service ? {} : { signal: request.signal })

function pickHeaders(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked.set(name, value)
  }
  return picked
}

/** Changes the headers in place: wrapping the body in another Response would cost a tenth of an embedded call. */
function toBrowser({ operation, ...naming }: FileNaming & { operation: Operation }, answer: Response): Response {
  const { headers } = answer
  const requestId = headers.get('x-request-id') ?? randomUUID()
  const dropped = [...headers.keys()].filter((name) => !RETURNED_HEADERS.has(name))
  for (const name of dropped) headers.delete(name)
  setAnswerHeaders(operation, naming, answer)
  headers.set('x-request-id', requestId)
  // Compression would break a file's length, ranges and ETag.
  headers.set('cache-control', operation.produces === 'file' ? 'no-store, no-transform' : 'no-store')
  return answer
}
