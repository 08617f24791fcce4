import { randomUUID } from 'node:crypto'

import type { Logger } from 'pino'

import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { isOutage } from '@/lib/storage/engine/outage'

import { HttpError } from './errors'

/** The only place where an error becomes a Response. An unexpected error is logged and answered without its message. */
export function toErrorResponse(error: unknown, requestId: string, log: Logger): Response {
  if (error instanceof HttpError) return errorResponse(error, requestId)
  if (isApiError(error)) return relayError(error, requestId)
  if (isOutage(error)) {
    log.warn({ requestId, reason: error instanceof Error ? error.message : '' }, 'the store could not be reached')
    return errorResponse(outage(), requestId)
  }
  log.error({ err: error, requestId }, 'request failed')
  return errorResponse(internal(), requestId)
}

export const errorResponse = ({ status, detail, headers }: HttpError, requestId: string = randomUUID()): Response =>
  answer(status, detail, { 'x-request-id': requestId, ...headers })

const answer = (status: number, detail: unknown, headers: Readonly<Record<string, string>>): Response =>
  Response.json({ detail }, { status, headers: { 'cache-control': 'no-store', ...headers } })

const outage = () =>
  new HttpError('unavailable', 'The store cannot be reached; try again', { headers: { 'retry-after': '1' } })

const internal = () => new HttpError('internal', 'Something went wrong; the request id helps to find out what')

/** An error of the service that a handler of the panel called, with the service's message. */
function relayError({ status, code, message, detail, ...error }: ApiError, requestId: string): Response {
  const { fields, retryAfterS } = error
  const id = { 'x-request-id': error.requestId ?? requestId }
  // An answer of unknown shape had a success status, which an error response must not have.
  const errorStatus = status >= 400 ? status : 502
  const locations = fields.map(({ path, message: msg, type }) => ({ loc: ['body', ...path], msg, type }))
  if (locations.length > 0) return answer(errorStatus, locations, id)
  const wait = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  return answer(errorStatus, { code, message, ...detail }, { ...id, ...wait })
}
