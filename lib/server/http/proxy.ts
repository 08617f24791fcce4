import 'server-only'
import { randomUUID } from 'node:crypto'

import type { NextRequest } from 'next/server'

import type { Operation } from '@/lib/contract/operation'
import { DOWNLOAD_HEADER } from '@/lib/features/report-downloads/domain/download-link-header'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'
import { upstreamFor } from '../upstream/upstream'
import { askedUrl } from './asked'
import { recordCall } from './audited'
import { bodyToForward, type ForwardedBody, requireJsonBody } from './body'
import { answering, requireCall } from './checks'
import { type Named, setAnswerHeaders } from './file-headers'
import { handOutReport } from './hand-out-report'
import { maskAnswer } from './mask-answer'
import { isMaskedSearch, searchVisible } from './masked-search'
import { serviceRows } from './rows'

const SENT = ['accept', 'content-type', 'content-length', 'if-none-match', 'if-range', 'range', 'x-request-id'] as const
const PASSED: ReadonlySet<string> = new Set([
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
 * /api/v1/*: the session decides the account, the contract decides what exists and who may. Nothing of the browser but
 * named headers goes on, nothing of the upstream but named headers comes back, and nothing is ever cached. What refuses throws.
 */
export const proxy = (request: NextRequest): Promise<Response> =>
  answering(request, async () => {
    const { session, row, params, url, path } = await requireCall(serviceRows, request)
    const { operation } = row
    requireJsonBody(operation, request)
    const asked = askedUrl(operation, session, withoutWait(operation, url))
    const body = await bodyToForward(operation, request, session)
    const call = { ...row, params, session, request, url: asked, body: body.text }
    const ask = (search: string) => askUpstream({ operation, request, session, body, path: `${path}${search}` })
    const isSearch = isMaskedSearch(operation, session, asked)
    const answer =
      row.name === 'reports.download'
        ? await handOutReport({
            session,
            request,
            url,
            reportId: Object.values(params)[0] ?? '',
            ask: (sent) => askUpstream({ operation, request: sent, session, body, path }),
          })
        : await recordCall(call, () => (isSearch ? searchVisible(ask, asked) : ask(asked.search)))
    return toBrowser({ ...row, params }, await maskAnswer(operation, session, answer))
  })

/**
 * The browser is answered at once, in JSON: a call that waits would hold one of the few places that a person has here, and events
 * are masked as whole answers are. It waits at `/api/panel/events/updates`.
 */
function withoutWait({ eventStream }: Operation, url: URL): URL {
  if (eventStream === undefined || !url.searchParams.has('wait')) return url
  const asked = new URL(url)
  asked.searchParams.delete('wait')
  return asked
}

type Forward = { operation: Operation; request: Request; session: PanelSession; body: ForwardedBody; path: string }

async function askUpstream({ operation, request, session, body, path }: Forward): Promise<Response> {
  const headers = named(request.headers, SENT)
  if (operation.eventStream !== undefined) headers.set('accept', 'application/json')
  // Of what the browser sent; what goes on may be longer or shorter.
  if (body.text !== undefined) headers.delete('content-length')
  const init = { method: request.method, headers, ...signalFor(request), ...body.init }
  const upstream = upstreamFor(session, { rateLimited: true, account: session.account.row })
  const answer = await upstream(new Request(`http://upstream.invalid${path}`, init))
  body.requireBounded()
  return answer
}

/**
 * Only for a remote service: the embedded one answers at once, or streams to a reader that cancels, and to follow a signal
 * would cost a tenth of such a call.
 */
const signalFor = (request: Request) => (getRuntime().service ? {} : { signal: request.signal })

function named(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers()
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept
}

/** The answer itself with other headers: to wrap its body in another Response would cost a tenth of an embedded call. */
function toBrowser({ operation, ...named }: Named & { operation: Operation }, answer: Response): Response {
  const { headers } = answer
  const requestId = headers.get('x-request-id') ?? randomUUID()
  const dropped = [...headers.keys()].filter((name) => !PASSED.has(name))
  for (const name of dropped) headers.delete(name)
  setAnswerHeaders(operation, named, answer)
  headers.set('x-request-id', requestId)
  // Compressing a file on the way would break its length, its ranges and its ETag.
  headers.set('cache-control', operation.produces === 'file' ? 'no-store, no-transform' : 'no-store')
  return answer
}
