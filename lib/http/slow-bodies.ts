import type { IncomingMessage, ServerResponse } from 'node:http'

/** Timeout of node:http for the head of a request. */
export const HEADERS_TIMEOUT_MS = 20_000
/** Timeout of node:http for a whole request, at any speed. */
export const REQUEST_TIMEOUT_MS = 300_000
/** Interval at which node:http checks the timeouts. */
export const CHECKED_EVERY_MS = 5000

type Pace = {
  /** Time that a body may take at any speed. */
  readonly graceMs: number
  /** Minimum average speed after that time: 8 MB take less than nine minutes. */
  readonly bytesPerSecond: number
}
const PACE: Pace = { graceMs: 30_000, bytesPerSecond: 16_000 }
const CHECK_AGAIN_MS = 5000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Ends a request whose body arrives too slowly: 408 after half a minute, unless it has at least the speed of a poor
 * connection. If the answer has begun, the connection is cut. A complete body is no longer watched, however long its
 * answer takes.
 */
export function endSlowBody(request: IncomingMessage, response: ServerResponse, pace: Pace = PACE): void {
  if (!hasBody(request) || request.complete) return
  const { socket } = request
  const [startedAt, startedBytes] = [Date.now(), socket.bytesRead]
  const isFastEnough = () =>
    ((socket.bytesRead - startedBytes) * 1000) / (Date.now() - startedAt) >= pace.bytesPerSecond
  const check = () => {
    if (request.complete || socket.destroyed) return
    if (isFastEnough()) timer = setTimeout(check, Math.min(CHECK_AGAIN_MS, pace.graceMs))
    else if (response.headersSent) socket.destroy()
    // Like node, do not wait for the answer, because it may be waiting for this body.
    else socket.write(TOO_SLOW, () => socket.destroy())
  }
  let timer = setTimeout(check, pace.graceMs)
  const forget = () => clearTimeout(timer)
  request.once('end', forget)
  request.once('close', forget)
}
