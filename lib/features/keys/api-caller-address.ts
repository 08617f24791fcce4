import type { IncomingHttpHeaders } from 'node:http'

import { clientOf } from '@/lib/http/addresses'
import type { Env } from '@/lib/panel/env'

type Arriving = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Who calls the service's own door: whom a trusted proxy forwards, else the socket. `unknown` is in no list of a key. */
export const apiCallerAddress =
  ({ trustedProxies: trusted }: Pick<Env, 'trustedProxies'>) =>
  ({ headers, socket }: Arriving): string =>
    clientOf({ peer: socket.remoteAddress, forwarded: [headers['x-forwarded-for']].flat().join(','), trusted })
