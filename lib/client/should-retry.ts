import { type ApiError, isApiError } from '@/lib/domain/api-error'

const MAX_RETRIES = 2

/**
 * A 4xx or a refused key does not improve with a retry; a failure in between may. Time-outs are not retried, because
 * the user would wait as long again before any message.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !(isApiError(error) && (isRefusal(error) || isTimeout(error))) && failures < MAX_RETRIES
}

const isRefusal = ({ kind, status, code }: ApiError): boolean =>
  kind === 'shape' || (status >= 400 && status < 500) || code === 'upstream_unauthorized'

const isTimeout = ({ status }: ApiError): boolean => status === 504
