import type { IncomingHttpHeaders } from 'node:http'

import { clientOf } from '@/lib/http/addresses'
import type { Env } from '@/lib/panel/env'

type IncomingCall = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Address of the caller of the service's entry point: forwarded by a trusted proxy, else the socket's. `unknown`
 * matches no list of a key.
 */
export const apiCallerAddress =
  ({ trustedProxies: trusted }: Pick<Env, 'trustedProxies'>) =>
  ({ headers, socket }: IncomingCall): string =>
    clientOf({ peer: socket.remoteAddress, forwarded: [headers['x-forwarded-for']].flat().join(','), trusted })
