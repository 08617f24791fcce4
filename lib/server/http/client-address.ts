import 'server-only'
import { clientOf, SOCKET_HEADER } from '@/lib/http/addresses'

import { getRuntime } from '../runtime'

/** The caller's address, or `unknown`; never unchecked text of the caller. For limits and the audit log. */
export const clientAddress = (headers: Headers): string =>
  clientOf({
    peer: headers.get(SOCKET_HEADER) ?? undefined,
    forwarded: headers.get('x-forwarded-for'),
    trusted: getRuntime().env.trustedProxies,
  })
