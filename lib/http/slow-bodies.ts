import type { IncomingMessage, ServerResponse } from 'node:http'

/** For node:http, whose own limit holds for a request as a whole: the head of it, … */
export const HEADERS_TIMEOUT_MS = 20_000
/** … and all of it, however fast it comes. */
export const REQUEST_TIMEOUT_MS = 300_000
/** How often it looks. */
export const CHECKED_EVERY_MS = 5000

type Pace = {
  /** A body may take so long, however it comes; after it … */
  readonly graceMs: number
  /** … it must have come this fast since its beginning: 8 MB take less than nine minutes. */
  readonly bytesPerSecond: number
}
const PACE: Pace = { graceMs: 30_000, bytesPerSecond: 16_000 }
const LOOK_AGAIN_MS = 5000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Ends a request whose body trickles: 408 after half a minute, unless it comes at the pace of a poor connection. What is being answered
 * already is cut. A body that has come is watched no more, however long its answer takes.
 */
export function endSlowBody(request: IncomingMessage, response: ServerResponse, pace: Pace = PACE): void {
  if (!hasBody(request) || request.complete) return
  const { socket } = request
  const [startedAt, startedBytes] = [Date.now(), socket.bytesRead]
  const isFastEnough = () =>
    ((socket.bytesRead - startedBytes) * 1000) / (Date.now() - startedAt) >= pace.bytesPerSecond
  const look = () => {
    if (request.complete || socket.destroyed) return
    if (isFastEnough()) timer = setTimeout(look, Math.min(LOOK_AGAIN_MS, pace.graceMs))
    else if (response.headersSent) socket.destroy()
    // As node does it: the answer under way is not asked, for it may be waiting for this very body.
    else socket.write(TOO_SLOW, () => socket.destroy())
  }
  let timer = setTimeout(look, pace.graceMs)
  const forget = () => clearTimeout(timer)
  request.once('end', forget)
  request.once('close', forget)
}
