import { poolNames } from './usage/pools'

/** One place of a request that was refused: `path` as in the body of interface 2.13 (`loc` without its first element). */
export type FieldError = {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly type: string
  /** What the message is about, by name, where the service says. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined
}

/**
 * What a failed call means to the panel, whoever answered it.
 * `kind`: `status` – the service answered with an error; `network` – nothing came back; `shape` – it answered 2xx in a shape that
 * this panel does not know.
 */
export type ApiErrorKind = 'status' | 'network' | 'shape'

/** Decision 7: the pool a 402 names; unknown pools of a remote service are kept as they came. */
export const refusedPools = [...poolNames, 'overage', 'plan', 'subscription'] as const
export type RefusedPool = (typeof refusedPools)[number]

export type ApiErrorDetails = {
  readonly kind?: ApiErrorKind
  readonly status: number
  /** Decision 7: machine-readable code of the detail object, e.g. `monitor_limit`; `http_<status>` when none came. */
  readonly code: string
  readonly requestId?: string | undefined
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfterS?: number | undefined
  readonly fields?: readonly FieldError[]
  /** The detail object as it came (402: pool, limit, used, resets_at; 409: limit, current, requested). */
  readonly detail?: Readonly<Record<string, unknown>>
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterS: number | undefined
  readonly fields: readonly FieldError[]
  readonly detail: Readonly<Record<string, unknown>>

  constructor(message: string, details: ApiErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.kind = details.kind ?? 'status'
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfterS = details.retryAfterS
    this.fields = details.fields ?? []
    this.detail = details.detail ?? {}
  }
}

/** By name, not by class: Next loads a module once per graph, so `instanceof` can be false for our own error. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error && 'status' in error
}

/** A number of the detail object; 0 where it has none. */
export const numberIn = (detail: ApiError['detail'], key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}

/** Answers of the panel for a remote service that was not asked, or did not let its key in. */
const UNASKED = ['upstream_unauthorized', 'upstream_redirect']

/** It was refused, so nothing of it was done and nothing was charged. */
export const wasRefused = (error: unknown): boolean =>
  isApiError(error) && ((error.status >= 400 && error.status < 500) || UNASKED.includes(error.code))

/** The id names nothing that the account has: unknown (404), or not in the form of an id at all (422). */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 422)

/** Undefined in the place of what is missing; every other failure stays one. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
