import { routes } from '@/lib/domain/routes'
import { doUnsubscribe } from '@/lib/server/unsubscribe'

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/**
 * Target of one-click unsubscribe in mail programs (RFC 8058): without a session, the signed token identifies the mail.
 * The body is ignored. 404 for an invalid token.
 */
export async function POST(request: Request): Promise<Response> {
  const state = await doUnsubscribe(tokenOf(request))
  return new Response(null, { status: state === 'ended' ? 204 : 404 })
}

/** A person who opens the address gets the page, which asks for confirmation. */
export function GET(request: Request): Response {
  const location = `${routes.unsubscribe}?token=${encodeURIComponent(tokenOf(request))}`
  return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } })
}
