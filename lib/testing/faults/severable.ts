import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A connection to a server that a test can interrupt. Severed: connections break and new ones are refused, until it is
 * mended. Frozen: connections stay open and new ones are accepted, but no data pass, until it is thawed.
 */
export type Severable = {
  readonly url: string
  sever(): Promise<void>
  mend(): Promise<void>
  freeze(): void
  thaw(): void
}

export async function severable(target: string): Promise<Severable> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    return socket
  }
  let isFrozen = false
  const forward = (from: Socket, to: Socket) => {
    from.on('end', () => to.end()).on('close', () => to.destroy())
    from.on('data', (bytes) => to.write(bytes))
    if (isFrozen) from.pause()
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((incoming) => {
      const outgoing = track(connect({ host: hostname, port: Number(targetPort || 5432) }))
      forward(track(incoming), outgoing)
      forward(outgoing, incoming)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    sever: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => {
      server = await listen(port)
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
  }
}
