import 'server-only'
import { NextRequest } from 'next/server'

import { HttpError, methodNotAllowed } from '@/lib/http/errors'
import { readBodyText } from '@/lib/http/read-input'

import { requireOwnOrigin } from './checks'

/**
 * The endpoints of next-auth that the panel uses, by their path below /api/auth. Others are blocked: one of them logs
 * whatever anybody sends.
 */
const endpoints: Readonly<Record<string, readonly string[]>> = {
  csrf: ['GET'],
  session: ['GET'],
  signin: ['GET'],
  signout: ['GET', 'POST'],
  error: ['GET'],
  'callback/credentials': ['POST'],
  // Only for an identity provider; without one next-auth has neither.
  'signin/oidc': ['POST'],
  'callback/oidc': ['GET'],
}

/** An e-mail, a password and a token are far smaller; next-auth itself has no limit. */
const MAX_BODY_BYTES = 16_000

/**
 * The validated call for next-auth, with its body read. Throws 403 for a page of another origin, 404, 405, 413, and 422
 * for a body that is not text. A call without an origin is not from a browser; next-auth checks its CSRF token.
 */
export async function readAuthCall(request: NextRequest, path: readonly string[]): Promise<NextRequest> {
  const name = path.join('/')
  const methods = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
  if (methods === undefined) throw new HttpError('not_found', 'No such endpoint')
  const { method, headers, url } = request
  if (!methods.includes(method)) throw methodNotAllowed(method, methods)
  if (method === 'GET') return request
  if (headers.has('origin')) requireOwnOrigin({ method: 'POST' }, request)
  return new NextRequest(url, { method, headers, body: await readBodyText(request, MAX_BODY_BYTES) })
}
