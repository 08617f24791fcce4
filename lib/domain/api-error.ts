import { poolNames } from './usage/pools'

/**
 * One fault of a refused request. `path` is the `loc` of interface section 2.13 (body of 422) without its first
 * element, the part of the request.
 */
export type FieldError = {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly type: string
  /** Parameters of the message by name, if the service sends them. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined
}

/**
 * What a failed call means to the panel, whatever answered it.
 * `kind`: `status` – the service answered with an error; `network` – there was no answer; `shape` – it answered 2xx in
 * an unknown shape.
 */
export type ApiErrorKind = 'status' | 'network' | 'shape'

/** Decision 7 (error bodies): the pools that a 402 can name. A remote service may name others. */
export const refusedPools = [...poolNames, 'overage', 'plan', 'subscription'] as const
export type RefusedPool = (typeof refusedPools)[number]

export type ApiErrorDetails = {
  readonly kind?: ApiErrorKind
  readonly status: number
  /**
   * Decision 7 (error bodies): machine-readable code of the detail object, e.g. `monitor_limit`; `http_<status>` when
   * it has none.
   */
  readonly code: string
  readonly requestId?: string | undefined
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfterS?: number | undefined
  readonly fields?: readonly FieldError[]
  /** The unchanged detail object (402: pool, limit, used, resets_at; 409: limit, current, requested). */
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

/** Compares the name, because Next loads a module once per graph, so `instanceof` can be false for this error. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'code' in error && 'status' in error
}

/** A number of the detail object; 0 if absent. */
export const numberIn = (detail: ApiError['detail'], key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}

/** Error codes of the panel if a remote service did nothing: no usable key, a refused key, or a redirect. */
const WITHOUT_EFFECT = ['upstream_unauthorized', 'upstream_redirect']

/** The call was refused, so it had no effect and cost nothing. */
export const wasRefused = (error: unknown): boolean =>
  isApiError(error) && ((error.status >= 400 && error.status < 500) || WITHOUT_EFFECT.includes(error.code))

/** The id belongs to nothing in the account: unknown (404), or not a valid id (422). */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 422)

/** Returns undefined for a missing item; every other failure is thrown. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
