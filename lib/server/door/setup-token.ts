import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { routes } from '@/lib/domain/routes'

/** Keeps the token of the first run for the page that needs it, out of its address. */
export const SETUP_COOKIE = 'panel-setup'
const KEPT_S = 3600

/**
 * Somebody opens the address of the first run: its token is put into a cookie that only that page is sent, and the browser is led to
 * the address without it, so that it stands in no history, and no page sends it on as where it came from. False: it is something else.
 */
export function exchangeSetupToken(request: IncomingMessage, response: ServerResponse, isSecure: boolean): boolean {
  const { method, url = '/' } = request
  if (method !== 'GET' || !url.startsWith(`${routes.setup}?`)) return false
  const token = new URLSearchParams(url.slice(routes.setup.length)).get('token')
  if (token === null) return false
  const kept = /^[\w-]{1,200}$/.test(token) ? token : ''
  const cookie = [`${SETUP_COOKIE}=${kept}`, `Path=${routes.setup}`, `Max-Age=${KEPT_S}`, 'HttpOnly', 'SameSite=Lax']
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
