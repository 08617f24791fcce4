import 'server-only'
import { randomUUID } from 'node:crypto'

import type { NextRequest } from 'next/server'

import { DEFAULT_MAX_BODY_BYTES, type Operation, personalDataRoles, withHead } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'
import { asksForPerson } from '@/lib/panel/mask-personal'

import { addressOf } from './address'
import { auditedRow, forwardAudited, isProbe, isWrite } from './audited'
import { boundBody, readBounded } from './bounded-body'
import { matchRow } from './contract-match'
import { maskAnswer } from './mask-answer'
import { openBody } from './open-body'
import { isOwnOrigin } from './origin'
import { ownError, type OwnError } from './own-error'
import { getRuntime } from './runtime'
import { type PanelSession, sessionCookie, sessionOfCookie } from './session'
import { upstreamFor } from './upstream'

const PREFIX = '/api'
const RATE_LIMITED = { rateLimited: true } as const
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
  'x-units-charged',
  'x-units-left',
])

/**
 * /api/v1/*: the session decides the account, the contract decides what exists and who may. Nothing of the browser but
 * named headers goes on, nothing of the upstream but named headers comes back, and nothing is ever cached.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const session = await sessionOfCookie(request.cookies.get(sessionCookie().name)?.value)
  if (!session) return ownError({ status: 401, code: 'session_expired', message: 'Sign in to go on' })
  // As it came on the wire: `nextUrl` and route params are decoded, and a decoded slash must not become a path.
  const { pathname, search } = addressOf(request)
  const path = pathname.slice(PREFIX.length)
  const { row, ...missed } = matchRow(isHead(request) ? 'GET' : request.method, path)
  if (!row) return ownError(missing(request.method, 'allowed' in missed ? missed.allowed : undefined))
  const { name, operation } = row
  const refused = refusalOf(request, operation, session)
  if (refused) return ownError(refused)
  const call = { request, name, operation, session, path: `${path}${search}` }
  return isWrite(operation) ? forwardWrite(call) : forwardRead(call)
}

const isHead = ({ method }: Request): boolean => method === 'HEAD'

function missing(method: string, allowed: readonly string[] | undefined): OwnError {
  if (!allowed) return { status: 404, code: 'not_found', message: 'No such endpoint' }
  const message = `${method} is not allowed here`
  return { status: 405, code: 'method_not_allowed', message, headers: { allow: withHead(allowed).join(', ') } }
}

function refusalOf(request: Request, operation: Operation, session: PanelSession): OwnError | undefined {
  const { roles } = operation
  if (!roles.includes(session.user.role)) {
    return { status: 403, code: 'role_required', message: 'Your role may not do this', extra: { roles } }
  }
  if (asksForPerson(operation, session.user.role, addressOf(request).searchParams)) {
    const message = 'Your role may not search by a personal number'
    return { status: 403, code: 'role_required', message, extra: { roles: personalDataRoles } }
  }
  if (operation.method !== 'GET' && !isOwnOrigin(request)) {
    return { status: 403, code: 'bad_origin', message: 'The request did not come from a page of this panel' }
  }
  return operation.body ? bodyRefusal(request, operation) : undefined
}

function bodyRefusal(request: Request, operation: Operation): OwnError | undefined {
  const limit = maxBytesOf(operation)
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit)
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (request.body === null || type === 'application/json') return undefined
  return { status: 415, code: 'unsupported_media_type', message: 'The body must be application/json' }
}

const maxBytesOf = (operation: Operation): number => operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
const tooLarge = (limit: number): OwnError => ({
  status: 413,
  code: 'payload_too_large',
  message: `The body must not be larger than ${limit} bytes`,
  extra: { limit },
})

type Forward = { request: Request; name: OperationName; operation: Operation; session: PanelSession; path: string }

async function forwardRead({ request, name, operation, session, path }: Forward): Promise<Response> {
  const { body, exceeded } = bodyToPass(request, operation)
  const init = { headers: named(request.headers, SENT), ...(body ? { body, duplex: 'half' as const } : {}) }
  const ask = () => askUpstream({ request, session, path, init })
  // HEAD hands nothing out, and a probe of one byte does not either.
  const audited = isHead(request) || isProbe(request) ? undefined : auditedRow(name)
  const answer = await (audited ? forwardAudited({ ...audited, session, request, path, body: undefined }, ask) : ask())
  if (exceeded?.()) return ownError(tooLarge(maxBytesOf(operation)))
  return toBrowser(operation, await maskAnswer(operation, session, answer))
}

/** Node bounds a body by its Content-Length; one of unknown length is counted here, or by the embedded service itself. */
function bodyToPass(request: Request, operation: Operation) {
  const given = operation.body ? request.body : null
  const isUncounted = getRuntime().service === undefined && !request.headers.has('content-length')
  const counted = given && isUncounted ? boundBody(given, maxBytesOf(operation)) : undefined
  return { body: counted?.stream ?? given, exceeded: counted?.exceeded }
}

/** Reads the body whole: masked values in it are opened, and what was done is recorded. */
async function forwardWrite({ request, name, operation, session, path }: Forward): Promise<Response> {
  const limit = maxBytesOf(operation)
  const given = operation.body && request.body ? await readBounded(request.body, limit) : ''
  if (given === undefined) return ownError(tooLarge(limit))
  const opened = openBody(given, session)
  if (opened instanceof Response) return opened
  const headers = named(request.headers, SENT)
  // Of what the browser sent; what goes on may be longer or shorter.
  headers.delete('content-length')
  const init = { headers, ...(opened === '' ? {} : { body: opened }) }
  const ask = () => askUpstream({ request, session, path, init })
  const audited = auditedRow(name)
  const answer = await (audited ? forwardAudited({ ...audited, session, request, path, body: opened }, ask) : ask())
  return toBrowser(operation, await maskAnswer(operation, session, answer))
}

type Asked = { request: Request; session: PanelSession; path: string; init: RequestInit }

const askUpstream = ({ request, session, path, init }: Asked): Promise<Response> =>
  upstreamFor(
    session,
    RATE_LIMITED,
  )(new Request(`http://upstream.invalid${path}`, { method: request.method, ...signalFor(request), ...init }))

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
function toBrowser(operation: Operation, answer: Response): Response {
  const { headers } = answer
  const requestId = headers.get('x-request-id') ?? randomUUID()
  const dropped = [...headers.keys()].filter((name) => !PASSED.has(name))
  for (const name of dropped) headers.delete(name)
  // Whatever a remote service sends: the browser must never take it for a page of this origin.
  if (operation.produces === 'json') headers.set('content-type', 'application/json')
  headers.set('x-request-id', requestId)
  // Compressing a file on the way would break its length, its ranges and its ETag.
  headers.set('cache-control', operation.produces === 'file' ? 'no-store, no-transform' : 'no-store')
  return answer
}
