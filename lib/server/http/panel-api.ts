import 'server-only'
import type { NextRequest } from 'next/server'

import { panelHandlers } from '@/lib/features/handlers'
import { answerResponse } from '@/lib/http/answer-response'
import { readInput } from '@/lib/http/read-input'
import { readRequestId } from '@/lib/http/request-id'
import type { PanelContext } from '@/lib/panel/context'

import { getRuntime } from '../runtime'
import { type PanelSession, sessionCookieHeader } from '../session'
import { callServiceFor, fetchServiceFor } from '../upstream/call-service'
import { remoteConnectionOf } from '../upstream/connection'
import { withErrorResponse, failureResponse, requireCall, requireCallSession, requireRole } from './checks'
import { clientAddress } from './client-address'
import { setAnswerHeaders } from './file-headers'
import { maskAnswer } from './mask-answer'
import { openInput } from './open-body'
import { ownOriginOf } from './origin'
import { type PanelRoute, panelRouter } from './rows'
import { withOpenCursor } from './service-url'

/**
 * Handles /api/panel/*, the panel's own operations, with the same order of checks as the proxy. Every answer is private
 * to its session.
 */
export const handlePanelRequest = (request: NextRequest): Promise<Response> =>
  withErrorResponse(request, async () => {
    const { session, row, params, url } = await requireCall(panelRouter, request)
    const openedUrl = withOpenCursor(row.operation, session, url)
    const openedRequest = openedUrl.href === request.url ? request : new Request(openedUrl, request)
    const answer = await answerPanelCall({ row, params, request: openedRequest, session })
    // The session may have ended, or the role may have changed, while the call waited.
    if (row.operation.waits === true) requireRole(row.operation.roles, await requireCallSession(request))
    const masked = await maskAnswer(row.operation, session, answer)
    setAnswerHeaders(row.operation, { name: row.name, params }, masked)
    return request.method === 'HEAD' ? withoutBody(masked) : masked
  })

/** Cancels the unread body, so that its source is closed. */
async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel().catch(() => undefined)
  return new Response(null, answer)
}

type Call = {
  readonly row: PanelRoute
  readonly params: Readonly<Record<string, string>>
  readonly request: Request
  readonly session: PanelSession
}
type AnyHandler = (input: Record<string, unknown>, context: PanelContext) => Promise<unknown>

/** Also used by the prefetch, which calls in process. */
export async function answerPanelCall({ row, params, request, session }: Call): Promise<Response> {
  const requestId = readRequestId(request)
  try {
    const input = openInput(await readInput(request, row.operation, params), session)
    // Safe: `panelHandlers` pairs every name with the handler of its operation, and the operation's schemas parsed the
    // input.
    const handler = panelHandlers[row.name] as AnyHandler
    let newSessionId: string | undefined
    const continueIn = (sessionId: string) => (newSessionId = sessionId)
    const answer = await handler(input, { ...contextOf({ request, session, requestId }), continueIn })
    const headers = { 'x-request-id': requestId, 'cache-control': cacheControlOf(answer) }
    const cookie = newSessionId === undefined ? {} : { 'set-cookie': await sessionCookieHeader(newSessionId) }
    return answerResponse(answer, row.operation, { ...headers, ...cookie })
  } catch (error) {
    return failureResponse(error, request, requestId)
  }
}

/** Files must not be transformed; a handler that lets its stream be compressed sets its own header. */
const cacheControlOf = (answer: unknown): string =>
  answer instanceof Response ? (answer.headers.get('cache-control') ?? 'no-store, no-transform') : 'no-store'

type Input = { request: Request; session: PanelSession; requestId: string }

function contextOf({ request, session, requestId }: Input): Omit<PanelContext, 'continueIn'> {
  const { storage, env, log, mail, anchors, service, secrets } = getRuntime()
  const { user, account } = session
  return {
    storage,
    now: new Date(),
    user,
    sessionId: session.id,
    account: { id: account.id, slug: account.slug, name: account.name },
    session: {
      hasSecondFactor: session.hasSecondFactor,
      secondFactorRequiredAt: account.secondFactorRequiredAt,
    },
    secrets,
    address: clientAddress(request.headers),
    requestId,
    request,
    stopping: getRuntime().stopping,
    dataDir: env.dataDir,
    log,
    mail,
    outgoing: { allowed: env.deliveryNetworks, proxy: env.outgoingProxy },
    linkBase: env.panelUrl ?? ownOriginOf(request),
    idleMinutes: env.sessionIdleMinutes,
    anchors,
    localPasswords: env.localPasswords,
    sampleSettings: env,
    isEmbedded: service !== undefined,
    remote: remoteConnectionOf(session),
    callService: callServiceFor(session),
    fetchService: fetchServiceFor(session),
  }
}
