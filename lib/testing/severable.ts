import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut: then connections break and new ones are refused, until it is mended. */
export type Severable = { readonly url: string; sever(): Promise<void>; mend(): Promise<void> }

export async function severable(target: string): Promise<Severable> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    return socket
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((incoming) => {
      const outgoing = keep(connect({ host: hostname, port: Number(targetPort || 5432) }))
      keep(incoming).pipe(outgoing).pipe(incoming)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  // A TCP server's address is never a pipe name.
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
  }
}
