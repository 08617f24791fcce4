import { type ApiError, isApiError } from '@/lib/domain/api-error'

/** Why the preview does not ask by itself any more, and until when (epoch ms; undefined: until it is asked by hand). */
export interface Pause {
  readonly error: ApiError
  readonly until: number | undefined
}

/** After a 429 that does not say how long to wait. */
const USUAL_WAIT_MS = 30_000

/** A refusal that more asking would not change: too many calls, or nothing left to pay them from. */
export function toPause(error: unknown, failedAt: number): Pause | undefined {
  if (!isApiError(error)) return undefined
  if (error.status === 429) {
    const waitMs = error.retryAfterS === undefined ? USUAL_WAIT_MS : Math.max(1, error.retryAfterS) * 1000
    return { error, until: failedAt + waitMs }
  }
  return error.status === 402 ? { error, until: resetOf(error, failedAt) } : undefined
}

function resetOf({ detail }: ApiError, failedAt: number): number | undefined {
  const text = detail['resets_at']
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return at > failedAt ? at : undefined
}
