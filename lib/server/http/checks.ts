import 'server-only'
import type { NextRequest } from 'next/server'

import { isPaid, needsProof, type Operation, type PaidOperation } from '@/lib/contract/operation'
import { HIDDEN_QUERY_HEADER } from '@/lib/domain/identifiers/personal-query'
import type { Role } from '@/lib/domain/roles'
import { maySpend, readSpendingRoles } from '@/lib/domain/spending'
import { SWITCHED_HEADER, VIEWER_HEADER } from '@/lib/domain/viewer-mark'
import { errorResponse, toErrorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { readRequestId } from '@/lib/http/request-id'
import type { RouteMatch, Router } from '@/lib/http/router'

import { lacksSecondFactor } from '../required-factor'
import { getRuntime } from '../runtime'
import { type PanelSession, sessionCookie, sessionOfCookie, viewerMarkOf } from '../session'
import { noteRefusedCall } from './note-refused-call'
import { isForeignPage, isOwnOrigin } from './origin'
import { requirePersonalDataRole } from './service-url'

/** The address of a request as sent by the browser. A query that names a person is sent in a header instead. */
export function requestUrl(request: Request): URL {
  const url = new URL(request.url)
  const hidden = request.method === 'GET' ? request.headers.get(HIDDEN_QUERY_HEADER) : null
  if (hidden !== null) url.search = hidden
  return url
}

const PREFIX = '/api'

type CheckedRow = Pick<Operation, 'method' | 'roles'> &
  PaidOperation &
  Priced &
  Parameters<typeof needsProof>[0] &
  Parameters<typeof requirePersonalDataRole>[0] & { readonly isBeforeSecondFactor?: true }

/**
 * Identifies the session and the operation of a call and runs the checks that all calls of a browser share. Each check
 * throws a refusal.
 */
export async function requireCall<R extends { readonly operation: CheckedRow }>(rows: Router<R>, request: NextRequest) {
  const session = await requireCallSession(request)
  const found = requireRow(rows, request)
  const { operation } = found.row
  requireSecondFactor(session, operation)
  requireRole(operation.roles, session)
  requireSpending(operation, session)
  requirePersonalDataRole(operation, session, found.url)
  requireOwnOrigin(operation, request)
  requireOwnPage(operation, request)
  requireProof(operation, session)
  return { session, ...found }
}

export async function requireCallSession(request: NextRequest): Promise<PanelSession> {
  const session = await sessionOfCookie(request.cookies.get(sessionCookie().name)?.value)
  if (!session) throw new HttpError('session_expired', 'Sign in to continue')
  requireSameViewer(session, request)
  return session
}

/** Refuses a call of a page that was rendered for another person or account. */
function requireSameViewer(session: PanelSession, request: NextRequest): void {
  const mark = request.headers.get(VIEWER_HEADER)
  if (mark === null || mark === viewerMarkOf(session)) return
  throw new HttpError('account_switched', 'The session works for another person or account by now', {
    headers: { [SWITCHED_HEADER]: '1' },
  })
}

/** The operation and the undecoded path, because a decoded slash must not separate segments. */
function requireRow<R>(
  rows: Router<R>,
  request: Request,
): RouteMatch<R> & { readonly url: URL; readonly path: string } {
  const url = requestUrl(request)
  const path = url.pathname.slice(PREFIX.length)
  const found = rows.find(request.method, path)
  if (found instanceof HttpError) throw found
  return { ...found, url, path }
}

export function requireRole(
  roles: readonly Role[],
  { user }: PanelSession,
  message = 'Your role may not do this',
): void {
  if (!roles.includes(user.role)) throw new HttpError('role_required', message, { extra: { roles } })
}

/** An operation that uses paid units is only for roles that the account's owner lets spend. */
export function requireSpending(operation: PaidOperation, session: SpendingSession): void {
  if (mayCall(operation, session)) return
  throw new HttpError('spending_not_allowed', 'The account does not let your role spend units', {
    extra: { roles: readSpendingRoles(session.account.spendingRoles) },
  })
}

export type SpendingSession = {
  readonly user: Pick<PanelSession['user'], 'role'>
  readonly account: Pick<PanelSession['account'], 'spendingRoles'>
}

/** Only the spending right is checked. */
export const mayCall = (operation: PaidOperation, { user, account }: SpendingSession): boolean =>
  !isPaid(operation) || maySpend(user.role, account.spendingRoles)

export function requireOwnOrigin({ method }: Pick<Operation, 'method'>, request: Request): void {
  if (method === 'GET' || isOwnOrigin(request)) return
  throw new HttpError('bad_origin', 'The request did not come from a page of this panel')
}

/** When the account requires a second factor, a session without one has no access. */
export function requireSecondFactor(session: PanelSession, row: { readonly isBeforeSecondFactor?: true } = {}): void {
  if (row.isBeforeSecondFactor === true || !lacksSecondFactor(session)) return
  throw new HttpError('second_factor_required', 'The account requires a second factor; set it up or show it first')
}

/** How long a proof allows sensitive actions; use does not extend it. */
const PROOF_MS = 15 * 60_000

/** Sensitive actions need a recent proof of identity, so that a stolen session is not enough. */
export function requireProof(
  row: Parameters<typeof needsProof>[0],
  { provedAt }: Pick<PanelSession, 'provedAt'>,
  now: Date = new Date(),
): void {
  if (!needsProof(row) || now.getTime() - Date.parse(provedAt) < PROOF_MS) return
  throw new HttpError('proof_required', 'Prove again who you are (POST /api/panel/proof), then repeat the call')
}

type Priced = Pick<Operation, 'produces'> & Partial<Pick<Operation, 'pool'>>

/** A link on another site must not spend units, nor fetch a file in the user's name, which would be recorded. */
export function requireOwnPage({ pool = null, produces }: Priced, request: Request): void {
  if ((pool === null && produces !== 'file') || !isForeignPage(request)) return
  throw new HttpError('bad_origin', 'The request did not come from a page of this panel; open it from the panel')
}

/**
 * Turns an exception into a response: a failed check, an outage of the store, or an internal error, which is logged.
 */
export function failureResponse(
  error: unknown,
  request: Request,
  requestId: string = readRequestId(request),
): Response {
  // An error after the caller disconnected is not a failure.
  if (request.signal.aborted) return errorResponse(new HttpError('aborted', 'The client closed the connection'))
  if (error instanceof HttpError) void noteRefusedCall(error, request, requestId)
  return toErrorResponse(error, requestId, getRuntime().log)
}

export async function withErrorResponse(request: Request, steps: () => Promise<Response>): Promise<Response> {
  try {
    return await steps()
  } catch (error) {
    return failureResponse(error, request)
  }
}
