import type { NextRequest } from 'next/server'

import { ownerOnly } from '@/lib/contract/operation'
import { answering, requireRole, requireCallSession } from '@/lib/server/http/checks'
import { checkConnection } from '@/lib/server/upstream/connection'

export const dynamic = 'force-dynamic'

/** State of the connection to the service, for the settings page. */
export const GET = (request: NextRequest): Promise<Response> =>
  answering(request, async () => {
    const session = await requireCallSession(request)
    requireRole(ownerOnly, session, 'Your role may not see this')
    return Response.json(await checkConnection(session), { headers: { 'cache-control': 'no-store' } })
  })
