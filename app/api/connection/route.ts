import type { NextRequest } from 'next/server'

import { checkConnection } from '@/lib/server/connection'
import { ownError } from '@/lib/server/own-error'
import { sessionCookie, sessionOfCookie } from '@/lib/server/session'

export const dynamic = 'force-dynamic'

/** State of the connection to the service, for the settings page. */
export async function GET(request: NextRequest): Promise<Response> {
  const session = await sessionOfCookie(request.cookies.get(sessionCookie().name)?.value)
  if (!session) return ownError({ status: 401, code: 'session_expired', message: 'Sign in to go on' })
  if (session.user.role !== 'owner') {
    const extra = { roles: ['owner'] }
    return ownError({ status: 403, code: 'role_required', message: 'Your role may not see this', extra })
  }
  return Response.json(await checkConnection(session), { headers: { 'cache-control': 'no-store' } })
}
