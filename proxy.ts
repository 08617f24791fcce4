import { type NextRequest, NextResponse } from 'next/server'

import { contentSecurityPolicy } from '@/lib/panel/content-security-policy'

/** Pages only: a nonce of its own for every answer, and the asked path for the way back from the sign-in page. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy({
    nonce,
    secure: isSecure(request),
    development: process.env.NODE_ENV === 'development',
  })
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set('x-panel-path', `${request.nextUrl.pathname}${request.nextUrl.search}`)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/**
 * Whether people come over TLS: PANEL_URL says so, otherwise the proxy in front. The door of the process drops what nobody whom the
 * operator trusts has said (`lib/server/door`).
 */
function isSecure(request: NextRequest): boolean {
  const panelUrl = process.env['PANEL_URL']
  if (panelUrl) return panelUrl.startsWith('https:')
  return request.nextUrl.protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https'
}

export const config = {
  // Not the API (it answers JSON and files, and must stay fast) and nothing static. What only begins like one of the files is a page:
  // the one that says that there is none.
  matcher: ['/((?!api/|_next/static/|_next/image|favicon\\.ico$|icon\\.svg$).*)'],
}
