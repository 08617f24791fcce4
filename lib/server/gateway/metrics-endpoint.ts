import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const METRICS_PATH = '/metrics'

type MetricsEndpoint = {
  /** METRICS_TOKEN; undefined: there is no such page. */
  readonly token: string | undefined
  /** The text of all metrics, and its media type. */
  readonly read: () => Promise<{ readonly body: string; readonly type: string }>
  readonly onRefused: (address: string | undefined) => void
}

/** Answers `/metrics` before anything else handles the request, so that it works even when everything else is slow. */
export async function answerMetrics(
  { token, read, onRefused }: MetricsEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  if (token === undefined) return end(response, 404, 'There are no metrics: METRICS_TOKEN is not set')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return end(response, 405, 'Metrics are read with GET')
  }
  if (!isToken(request.headers.authorization, token)) {
    onRefused(request.socket.remoteAddress)
    response.setHeader('www-authenticate', 'Bearer')
    return end(response, 401, 'Metrics need the header "Authorization: Bearer" with METRICS_TOKEN')
  }
  try {
    const { body, type } = await read()
    response.setHeader('content-type', type)
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch {
    end(response, 503, 'The metrics could not be read')
  }
}

function end(response: ServerResponse, status: number, line: string): void {
  response.statusCode = status
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(`${line}\n`)
}

/** Takes constant time, so that it does not reveal how much of the token is right. */
function isToken(header: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(token))
}
