import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Longer than a short network interruption, and than a user needs to choose where to save a file. */
const UNREAD_MS = 60_000
const EVERY_MS = 5000

type UnreadTimes = { readonly unreadMs?: number; readonly everyMs?: number }

/**
 * Closes connections whose reader does not read an available answer, because each would hold its answer in memory
 * indefinitely. It watches connections and not calls, like `closerOf`. Readers that wait for the server are not
 * affected.
 */
export function endUnread(server: Server, { unreadMs = UNREAD_MS, everyMs = EVERY_MS }: UnreadTimes = {}): void {
  const sockets = new Map<Socket, { readonly sentBytes: number; readonly at: number } | undefined>()
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  const checkSockets = () => {
    const now = Date.now()
    for (const [socket, before] of sockets) {
      const sentBytes = socket.bytesWritten - socket.writableLength
      const isWaiting = socket.writableLength > 0
      if (!isWaiting) sockets.set(socket, undefined)
      else if (before?.sentBytes !== sentBytes) sockets.set(socket, { sentBytes, at: now })
      else if (now - before.at >= unreadMs) socket.destroy()
    }
  }
  const timer = setInterval(checkSockets, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
