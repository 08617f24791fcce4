import type { Logger } from 'pino'

import { isOutage } from '@/lib/storage/outage'

import { InvalidInput, Refusal } from './errors'

/** The only place where an error becomes a Response. What is not expected is logged and answered without its message. */
export function toErrorResponse(error: unknown, requestId: string, log: Logger): Response {
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store' }
  if (error instanceof InvalidInput) return Response.json({ detail: error.detail }, { status: 422, headers })
  const refusal = error instanceof Refusal ? error : unexpected(error, requestId, log)
  const detail = { code: refusal.code, message: refusal.message, ...refusal.extra }
  return Response.json({ detail }, { status: refusal.status, headers: { ...headers, ...refusal.headers } })
}

function unexpected(error: unknown, requestId: string, log: Logger) {
  log.error({ err: error, requestId }, 'request failed')
  if (isOutage(error)) {
    return new Refusal('unavailable', 'The store cannot be reached; try again', { headers: { 'retry-after': '1' } })
  }
  return new Refusal('internal', 'Something went wrong; the request id helps to find out what')
}
