import { isApiError } from '@/lib/domain/api-error'

/** Decision 35: an inactive account is refused with 402 `subscription` on everything but its usage. */
export const isSubscriptionRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status === 402 &&
  (error.detail['pool'] === 'subscription' || error.code === 'subscription')
