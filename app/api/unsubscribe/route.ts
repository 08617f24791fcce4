import { routes } from '@/lib/domain/routes'
import { doUnsubscribe } from '@/lib/server/unsubscribe'

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/**
 * What a mail program posts to when its reader presses "unsubscribe" (RFC 8058): without a session, the signed token says for
 * which mail. The body means nothing. 404 for a token that this panel did not make.
 */
export async function POST(request: Request): Promise<Response> {
  const state = await doUnsubscribe(tokenOf(request))
  return new Response(null, { status: state === 'ended' ? 204 : 404 })
}

/** Somebody who opens the address by hand gets the page, which asks first. */
export function GET(request: Request): Response {
  const location = `${routes.unsubscribe}?token=${encodeURIComponent(tokenOf(request))}`
  return new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } })
}
