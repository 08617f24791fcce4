import 'server-only'
import { NextRequest } from 'next/server'

import { HttpError, methodNotAllowed } from '@/lib/http/errors'
import { readBodyText } from '@/lib/http/read-input'

import { requireOwnOrigin } from './checks'

/**
 * The endpoints of next-auth that somebody uses, by their path below /api/auth. It has more: one of them writes what anybody sends
 * into the log.
 */
const endpoints: Readonly<Record<string, readonly string[]>> = {
  csrf: ['GET'],
  session: ['GET'],
  signin: ['GET'],
  signout: ['GET', 'POST'],
  error: ['GET'],
  'callback/credentials': ['POST'],
  // Of the identity provider; without one next-auth knows neither.
  'signin/oidc': ['POST'],
  'callback/oidc': ['GET'],
}

/** An e-mail, a password and a token are far less; next-auth itself reads whatever comes. */
const MAX_BODY_BYTES = 16_000

/**
 * The call as next-auth may have it, its body read. Throws 403 for one from a page of somebody else, 404, 405, 413, and 422 for a body
 * that is no text. Whoever names no origin is no browser; of them next-auth asks for its token.
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
