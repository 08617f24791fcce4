import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long running answers may continue after the server has been asked to close. */
const GRACE_MS = 10_000
const SWEEP_MS = 50

/**
 * Closes a server: it accepts no new connections, running answers may finish for ten seconds, and idle connections are
 * closed. `server.close` alone would wait for connections that become idle only now and are kept alive, and for those
 * that browsers open in advance. It watches connections and not calls, because watching a call would add
 * a tenth to its cost.
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
      const forceClose = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      const sweep = setInterval(cutUnused, SWEEP_MS)
      server.close((error) => {
        clearTimeout(forceClose)
        clearInterval(sweep)
        if (error) reject(error)
        else resolve()
      })
      cutUnused()
    })
}
