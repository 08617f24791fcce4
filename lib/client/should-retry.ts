import { type ApiError, isApiError } from '@/lib/domain/api-error'

const MAX_RETRIES = 2

/**
 * A 4xx, or a key that the service refuses, will not get better by asking again; what is broken in between may. What hung
 * until its time was up is not asked again by itself: whoever waits would wait as long once more before anything is said.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !(isApiError(error) && (isRefusal(error) || isTimeout(error))) && failures < MAX_RETRIES
}

const isRefusal = ({ kind, status, code }: ApiError): boolean =>
  kind === 'shape' || (status >= 400 && status < 500) || code === 'upstream_unauthorized'

const isTimeout = ({ status }: ApiError): boolean => status === 504
