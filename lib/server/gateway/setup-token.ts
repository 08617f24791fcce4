import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { routes } from '@/lib/domain/routes'

/** Stores the setup token for the setup page, so that it is not in the address. */
export const SETUP_COOKIE = 'panel-setup'
const COOKIE_S = 3600

/**
 * Moves the token of a setup link into a cookie that only the setup page receives, and redirects to the address without
 * it, so that it appears neither in the history nor in a referrer. Returns false for any other request.
 */
export function exchangeSetupToken(request: IncomingMessage, response: ServerResponse, isSecure: boolean): boolean {
  const { method, url = '/' } = request
  if (method !== 'GET' || !url.startsWith(`${routes.setup}?`)) return false
  const token = new URLSearchParams(url.slice(routes.setup.length)).get('token')
  if (token === null) return false
  const cookieValue = /^[\w-]{1,200}$/.test(token) ? token : ''
  const cookie = [
    `${SETUP_COOKIE}=${cookieValue}`,
    `Path=${routes.setup}`,
    `Max-Age=${COOKIE_S}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  response
    .writeHead(303, {
      location: routes.setup,
      'set-cookie': [...cookie, ...(isSecure ? ['Secure'] : [])].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .end()
  return true
}
