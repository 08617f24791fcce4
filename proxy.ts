import { type NextRequest, NextResponse } from 'next/server'

import { contentSecurityPolicy } from '@/lib/panel/content-security-policy'

/** For pages only: a new nonce for every answer, and the requested path for the return from the sign-in page. */
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
 * Whether users connect over TLS, according to PANEL_URL or the proxy in front. The gateway drops headers of untrusted
 * proxies (`lib/server/gateway`).
 */
function isSecure(request: NextRequest): boolean {
  const panelUrl = process.env['PANEL_URL']
  if (panelUrl) return panelUrl.startsWith('https:')
  return request.nextUrl.protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https'
}

export const config = {
  // Excludes the API (it answers JSON and files, and must stay fast) and static files. A path that only begins like one
  // of these files is a page, namely the one for unknown addresses.
  matcher: ['/((?!api/|_next/static/|_next/image|favicon\\.ico$|icon\\.svg$).*)'],
}
