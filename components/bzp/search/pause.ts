import { type ApiError, isApiError } from '@/lib/domain/api-error'

/**
 * Why the preview is not requested automatically any more, and until when (milliseconds since the epoch; undefined
 * until the user requests it).
 */
export interface Pause {
  readonly error: ApiError
  readonly until: number | undefined
}

/** The pause after a 429 without a waiting time. */
const USUAL_WAIT_MS = 30_000

/** Recognizes refusals that a retry would not change: too many calls, or an exhausted quota. */
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
