import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long answers under way may still take once the server closes. */
const GRACE_MS = 10_000
const SWEEP_MS = 50

/**
 * How to close a server: it takes no new connections, answers under way may finish for ten seconds, and a connection without
 * one is cut. `server.close` alone would wait for those that end their answer only now, and are kept for the next call, and
 * for those that browsers open in advance. Connections are watched, not calls: that would cost a tenth of a call.
 */
export function closerOf(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const cutUnused = () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    server.closeIdleConnections()
  }
  return () =>
    new Promise((resolve, reject) => {
      const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      const sweep = setInterval(cutUnused, SWEEP_MS)
      server.close((error) => {
        clearTimeout(cut)
        clearInterval(sweep)
        if (error) reject(error)
        else resolve()
      })
      cutUnused()
    })
}
