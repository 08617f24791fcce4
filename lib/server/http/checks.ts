import 'server-only'
import type { NextRequest } from 'next/server'

import { isPaid, needsProof, type Operation, type PaidRow } from '@/lib/contract/operation'
import { HIDDEN_QUERY_HEADER } from '@/lib/domain/identifiers/personal-query'
import type { Role } from '@/lib/domain/roles'
import { maySpend, readSpendingRoles } from '@/lib/domain/spending'
import { SWITCHED_HEADER, VIEWER_HEADER } from '@/lib/domain/viewer-mark'
import { errorResponse, toErrorResponse } from '@/lib/http/error-response'
import { HttpError } from '@/lib/http/errors'
import { readRequestId } from '@/lib/http/request-id'
import type { Matched, Router } from '@/lib/http/router'

import { lacksSecondFactor } from '../required-factor'
import { getRuntime } from '../runtime'
import { type PanelSession, sessionCookie, sessionOfCookie, viewerMarkOf } from '../session'
import { requirePersonalDataRole } from './asked'
import { noteRefusedCall } from './note-refused-call'
import { isForeignPage, isOwnOrigin } from './origin'

/** What a request asks for, as it came on the wire; the query of one that names a person comes in a header instead. */
export function requestUrl(request: Request): URL {
  const url = new URL(request.url)
  const hidden = request.method === 'GET' ? request.headers.get(HIDDEN_QUERY_HEADER) : null
  if (hidden !== null) url.search = hidden
  return url
}

const PREFIX = '/api'

type CheckedRow = Pick<Operation, 'method' | 'roles'> &
  PaidRow &
  Priced &
  Parameters<typeof needsProof>[0] &
  Parameters<typeof requirePersonalDataRole>[0] & { readonly isBeforeSecondFactor?: true }

/** Whose call it is and of which row. What every call of the browser goes through first, one check a function: each throws what refuses it. */
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
  if (!session) throw new HttpError('session_expired', 'Sign in to go on')
  requireSameViewer(session, request)
  return session
}

/** A page that was made for another person or account gets nothing of this one, and changes nothing in it. */
function requireSameViewer(session: PanelSession, request: NextRequest): void {
  const mark = request.headers.get(VIEWER_HEADER)
  if (mark === null || mark === viewerMarkOf(session)) return
  throw new HttpError('account_switched', 'The session works for another person or account by now', {
    headers: { [SWITCHED_HEADER]: '1' },
  })
}

/** The row and the path as it came on the wire: a decoded slash must not become a path. */
function requireRow<R>(rows: Router<R>, request: Request): Matched<R> & { readonly url: URL; readonly path: string } {
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

/** A row that uses up what the account pays for is for those whom its owner lets spend, whatever their role may see. */
export function requireSpending(operation: PaidRow, session: SpendingSession): void {
  if (mayCall(operation, session)) return
  throw new HttpError('spending_not_allowed', 'The account does not let your role spend units', {
    extra: { roles: readSpendingRoles(session.account.spendingRoles) },
  })
}

export type SpendingSession = {
  readonly user: Pick<PanelSession['user'], 'role'>
  readonly account: Pick<PanelSession['account'], 'spendingRoles'>
}

/** As far as spending goes. */
export const mayCall = (operation: PaidRow, { user, account }: SpendingSession): boolean =>
  !isPaid(operation) || maySpend(user.role, account.spendingRoles)

export function requireOwnOrigin({ method }: Pick<Operation, 'method'>, request: Request): void {
  if (method === 'GET' || isOwnOrigin(request)) return
  throw new HttpError('bad_origin', 'The request did not come from a page of this panel')
}

/** Nothing of an account that wants a second factor is for a session that has shown none. */
export function requireSecondFactor(session: PanelSession, row: { readonly isBeforeSecondFactor?: true } = {}): void {
  if (row.isBeforeSecondFactor === true || !lacksSecondFactor(session)) return
  throw new HttpError('second_factor_required', 'The account requires a second factor; set it up or show it first')
}

/** How long a proof is good for sensitive deeds; use does not make it longer. */
const PROOF_MS = 15 * 60_000

/** A sensitive deed is for who has just proved who they are: a stolen session alone does not do it. */
export function requireProof(
  row: Parameters<typeof needsProof>[0],
  { provedAt }: Pick<PanelSession, 'provedAt'>,
  now: Date = new Date(),
): void {
  if (!needsProof(row) || now.getTime() - Date.parse(provedAt) < PROOF_MS) return
  throw new HttpError('proof_required', 'Prove again who you are (POST /api/panel/proof), then repeat the call')
}

type Priced = Pick<Operation, 'produces'> & Partial<Pick<Operation, 'pool'>>

/** A link on somebody else's page must not spend units, nor fetch a file in the user's name (which is recorded). */
export function requireOwnPage({ pool = null, produces }: Priced, request: Request): void {
  if ((pool === null && produces !== 'file') || !isForeignPage(request)) return
  throw new HttpError('bad_origin', 'A page that is not of this panel asked for this; open it from the panel')
}

/** What was thrown, as an answer: a refusal of a check, an outage of the store, or a failure of ours, which is logged. */
export function failureResponse(
  error: unknown,
  request: Request,
  requestId: string = readRequestId(request),
): Response {
  // What was being made for somebody who went away is no failure.
  if (request.signal.aborted) return errorResponse(new HttpError('aborted', 'The caller went away'))
  if (error instanceof HttpError) void noteRefusedCall(error, request, requestId)
  return toErrorResponse(error, requestId, getRuntime().log)
}

export async function answering(request: Request, steps: () => Promise<Response>): Promise<Response> {
  try {
    return await steps()
  } catch (error) {
    return failureResponse(error, request)
  }
}
