import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Without this header a browser does not send its credentials. */
const AUTHENTICATE_HEADERS = 'Proxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n'

type Behaviour = 'connects' | 'hangs' | 'cuts' | number
export type TestProxy = Awaited<ReturnType<typeof startProxy>>

/** A real HTTP proxy on loopback that resolves names itself: each to a loopback port that the test assigns. */
export async function startProxy({ user, password = '' }: { user?: string; password?: string } = {}) {
  const ports = new Map<string, number>()
  const requestedTargets: string[] = []
  const open = new Set<Duplex>()
  let behaviour: Behaviour = 'connects'
  const expectedAuth = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const behaviourFor = ({ headers }: IncomingMessage): Behaviour =>
    expectedAuth !== undefined && headers['proxy-authorization'] !== expectedAuth ? 407 : behaviour

  const server = createServer((incoming, response) => {
    const target = new URL(incoming.url ?? '')
    requestedTargets.push(`${incoming.method} ${target.href}`)
    const status = behaviourFor(incoming)
    if (typeof status === 'number') response.writeHead(status).end()
    else if (status === 'connects') forward(incoming, response, ports.get(target.host))
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    const target = incoming.url ?? ''
    requestedTargets.push(`CONNECT ${target}`)
    open.add(client)
    client.on('error', () => undefined)
    const status = behaviourFor(incoming)
    const port = ports.get(target)
    if (status === 'cuts') client.destroy()
    else if (typeof status === 'number') client.end(`HTTP/1.1 ${status} Refused\r\n${AUTHENTICATE_HEADERS}\r\n`)
    else if (status === 'connects' && port === undefined) client.end('HTTP/1.1 503 No such name\r\n\r\n')
    else if (status === 'connects' && port !== undefined) open.add(tunnel(client, port))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  const credentials = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return {
    port,
    url: `http://${credentials}127.0.0.1:${port}`,
    urlWithoutCredentials: `http://127.0.0.1:${port}`,
    requestedTargets: requestedTargets,
    /** Assigns a loopback port to `name:port`. */
    routeTo: (target: string, to: number) => void ports.set(target, to),
    /** A number is the status with which it refuses. */
    behave: (as: Behaviour) => {
      behaviour = as
    },
    stop: () =>
      new Promise<void>((resolve) => {
        for (const each of open) each.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number | undefined): void {
  const { pathname, search } = new URL(incoming.url ?? '')
  const { 'proxy-authorization': _own, ...headers } = incoming.headers
  const to = { port, host: '127.0.0.1', method: incoming.method, path: `${pathname}${search}`, headers }
  const outgoing = httpRequest(to, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', () => response.writeHead(502).end())
  incoming.pipe(outgoing)
}

function tunnel(client: Socket, port: number): Socket {
  const upstream = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.pipe(client)
    client.pipe(upstream)
  })
  upstream.on('error', () => client.destroy())
  client.on('close', () => upstream.destroy())
  return upstream
}
