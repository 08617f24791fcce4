import 'server-only'

/** Written by scripts/serve.mjs over whatever the client sent: the address of the socket. */
const SOCKET_HEADER = 'x-panel-socket'
const isNear = (address: string): boolean =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i.test(address)

/**
 * Who is asking, for counting sign-in attempts. X-Forwarded-For is believed only from a proxy beside us, and of it only
 * the entry that this proxy added.
 */
export function clientAddress(headers: Headers): string {
  const socket = headers.get(SOCKET_HEADER) ?? 'unknown'
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded && isNear(socket) ? forwarded : socket
}
