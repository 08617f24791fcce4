import 'server-only'
import { noteSecurityEvent, type SecurityEvent } from '@/lib/features/audit/security-events'
import { type ErrorCode, HttpError } from '@/lib/http/errors'

import { getRuntime } from '../runtime'
import { sessionCookie, sessionOfCookie } from '../session'
import { clientAddress } from './client-address'
import { panelRouter, serviceRouter } from './rows'

/** Refusals that do not occur in normal use of the pages. */
const auditedRefusals: Partial<Readonly<Record<ErrorCode, SecurityEvent['action']>>> = {
  role_required: 'security.refuseRole',
  spending_not_allowed: 'security.refuseSpending',
  bad_origin: 'security.refuseOrigin',
}

const PATH_LENGTH = 200

/** Records a refused call of a signed-in user; calls from the panel itself have no cookie. Never rejects. */
export async function noteRefusedCall({ code }: HttpError, request: Request, requestId: string): Promise<void> {
  const action = auditedRefusals[code]
  const cookies = request.headers.get('cookie')
  if (action === undefined || cookies === null) return
  const { storage, log } = getRuntime()
  try {
    const session = await sessionOfCookie(cookieIn(cookies, sessionCookie().name))
    if (!session) return
    const operation = operationIn(request)
    noteSecurityEvent(
      { storage, log },
      {
        action,
        accounts: [session.account.id],
        actor: session.user.email,
        address: clientAddress(request.headers),
        requestId,
        details: { operation },
        now: new Date(),
      },
    )
  } catch (error) {
    log.error({ err: error, action }, 'a refused call could not be recorded')
  }
}

/**
 * The operation that was called, so that calls of one operation are grouped; the path when there is no such operation.
 */
function operationIn({ method, url }: Request): string {
  const { pathname } = new URL(url)
  const path = pathname.replace(/^\/api(?=\/)/, '')
  for (const rows of [panelRouter, serviceRouter]) {
    const found = rows.find(method, path)
    if (!(found instanceof HttpError)) return `${method} ${found.row.operation.path}`
  }
  return `${method} ${pathname.slice(0, PATH_LENGTH)}`
}

const cookieIn = (cookies: string, name: string): string | undefined =>
  cookies
    .split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
