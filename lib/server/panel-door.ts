import 'server-only'
import { randomUUID } from 'node:crypto'

import type { NextRequest } from 'next/server'

import type { PanelOperationName } from '@/lib/contract/panel-table'
import type { PanelOperation } from '@/lib/contract/panel/operation'
import { isApiError } from '@/lib/domain/api-error'
import type { PanelContext } from '@/lib/panel/context'
import { panelHandlers } from '@/lib/panel/handlers'
import { PanelRefusal } from '@/lib/panel/refusal'
import { toErrorResponse } from '@/lib/service/error-response'
import { readInput } from '@/lib/service/request-input'

import { addressOf } from './address'
import { askServiceFor } from './ask-service'
import { clientAddress } from './client-address'
import { matchPanelRow, paramsOfPanelRow } from './contract-match'
import { maskAnswer } from './mask-answer'
import { openInput } from './open-body'
import { isOwnOrigin } from './origin'
import { ownError } from './own-error'
import { getRuntime } from './runtime'
import { type PanelSession, sessionCookie, sessionOfCookie } from './session'

const PREFIX = '/api'

/** /api/panel/*: the panel's own operations. The same order of checks as the proxy; every answer is private to its session. */
export async function panelDoor(request: NextRequest): Promise<Response> {
  const session = await sessionOfCookie(request.cookies.get(sessionCookie().name)?.value)
  if (!session) return ownError({ status: 401, code: 'session_expired', message: 'Sign in to go on' })
  const address = addressOf(request)
  const path = address.pathname.slice(PREFIX.length)
  const { row, ...missed } = matchPanelRow(request.method, path)
  if (!row) return missing(request.method, 'allowed' in missed ? missed.allowed : undefined)
  const { roles, method } = row.operation
  if (!roles.includes(session.user.role)) {
    return ownError({ status: 403, code: 'role_required', message: 'Your role may not do this', extra: { roles } })
  }
  if (method !== 'GET' && !isOwnOrigin(request)) {
    const message = 'The request did not come from a page of this panel'
    return ownError({ status: 403, code: 'bad_origin', message })
  }
  const asked = address.href === request.url ? request : new Request(address, request)
  const answer = await answerOf({ ...row, request: asked, session, params: paramsOfPanelRow(path) })
  return maskAnswer(row.operation, session, answer)
}

function missing(method: string, allowed: readonly string[] | undefined): Response {
  if (!allowed) return ownError({ status: 404, code: 'not_found', message: 'No such endpoint' })
  const message = `${method} is not allowed here`
  return ownError({ status: 405, code: 'method_not_allowed', message, headers: { allow: allowed.join(', ') } })
}

type Call = {
  readonly name: PanelOperationName
  readonly operation: PanelOperation
  readonly request: Request
  readonly session: PanelSession
  readonly params: Record<string, string>
}
type AnyHandler = (input: Record<string, unknown>, context: PanelContext) => Promise<unknown>

/** Also for the prefetch, which asks in process. */
export async function answerOf({ name, operation, request, session, params }: Call): Promise<Response> {
  const requestId = randomUUID()
  try {
    const input = openInput(await readInput(request, operation, params), session)
    // Sound: `panelHandlers` pairs every name with the handler of its own row, and the row's schemas parsed the input.
    const handler = panelHandlers[name] as AnyHandler
    return toResponse(await handler(input, contextOf({ request, session, requestId })), operation, requestId)
  } catch (error) {
    // What was being made for somebody who went away is no failure.
    if (request.signal.aborted) return ownError({ status: 499, code: 'aborted', message: 'The caller went away' })
    return refusalOf(error, requestId) ?? toErrorResponse(error, requestId, getRuntime().log)
  }
}

type Given = { request: Request; session: PanelSession; requestId: string }

function contextOf({ request, session, requestId }: Given): PanelContext {
  const { storage, env, log, mail, service } = getRuntime()
  const { user, account } = session
  return {
    storage,
    now: new Date(),
    user,
    account: { id: account.id, slug: account.slug, name: account.name },
    address: clientAddress(request.headers),
    requestId,
    request,
    dataDir: env.dataDir,
    log,
    mail,
    isEmbedded: service !== undefined,
    ask: askServiceFor(session),
  }
}

function toResponse(answer: unknown, operation: PanelOperation, requestId: string): Response {
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store' }
  if (answer instanceof Response) {
    // A file stays as it is; a handler that lets its stream be compressed on the way says so.
    const cacheControl = answer.headers.get('cache-control') ?? 'no-store, no-transform'
    for (const [key, value] of Object.entries({ ...headers, 'cache-control': cacheControl })) {
      answer.headers.set(key, value)
    }
    return answer
  }
  if (operation.produces === 'none') return new Response(null, { status: 204, headers })
  return Response.json(answer, { status: operation.status, headers })
}

/** The panel's own refusals, and those of the service that a handler asked, in the service's words. */
function refusalOf(error: unknown, requestId: string): Response | undefined {
  const headers = { 'x-request-id': requestId }
  if (error instanceof PanelRefusal) {
    const { status, code, message, extra } = error
    return ownError({ status, code, message, extra, headers })
  }
  if (!isApiError(error)) return undefined
  if (error.requestId !== undefined) headers['x-request-id'] = error.requestId
  const { code, message, detail, fields, retryAfterS } = error
  // An answer in a shape that nobody knows came with a good status, which this one does not have.
  const status = error.status >= 400 ? error.status : 502
  if (fields.length > 0) {
    const places = fields.map(({ path, message: msg, type }) => ({ loc: ['body', ...path], msg, type }))
    return Response.json({ detail: places }, { status, headers: { ...headers, 'cache-control': 'no-store' } })
  }
  const wait = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  return ownError({ status, code, message, extra: { ...detail }, headers: { ...headers, ...wait } })
}
