import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Behaviour = 'connects' | 'hangs' | 'cuts' | number
export type TestProxy = Awaited<ReturnType<typeof startProxy>>

/** A real HTTP proxy on loopback, which resolves names for itself: each to a port of loopback that the test gives it. */
export async function startProxy({ user, password }: { user?: string; password?: string } = {}) {
  const ports = new Map<string, number>()
  const asked: string[] = []
  const open = new Set<Duplex>()
  let behaviour: Behaviour = 'connects'
  const wanted = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const refusal = ({ headers }: IncomingMessage) =>
    wanted !== undefined && headers['proxy-authorization'] !== wanted ? 407 : behaviour

  const server = createServer((incoming, response) => {
    const target = new URL(incoming.url ?? '')
    asked.push(`${incoming.method} ${target.href}`)
    const status = refusal(incoming)
    if (typeof status === 'number') return void response.writeHead(status).end()
    if (status !== 'connects') return undefined
    const { 'proxy-authorization': _own, ...headers } = incoming.headers
    const outgoing = httpRequest(
      {
        port: ports.get(target.host),
        host: '127.0.0.1',
        method: incoming.method,
        path: `${target.pathname}${target.search}`,
        headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.writeHead(502).end())
    return incoming.pipe(outgoing)
  })
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    const target = incoming.url ?? ''
    asked.push(`CONNECT ${target}`)
    open.add(client)
    client.on('error', () => undefined)
    const status = refusal(incoming)
    if (status === 'hangs') return
    if (status === 'cuts') return void client.destroy()
    const port = ports.get(target)
    const code = typeof status === 'number' ? status : port === undefined ? 503 : 200
    if (code !== 200) return void client.end(`HTTP/1.1 ${code} Refused\r\n\r\n`)
    const upstream = connect(port ?? 0, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client)
      client.pipe(upstream)
    })
    open.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is never a pipe name.
  const { port } = server.address() as AddressInfo
  const credentials = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return {
    port,
    url: `http://${credentials}127.0.0.1:${port}`,
    shown: `http://127.0.0.1:${port}`,
    /** What it was asked for, in order. */
    asked,
    /** `name:port` leads to a port of loopback. */
    leads: (target: string, to: number) => void ports.set(target, to),
    /** A number: the status that it refuses with. */
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
