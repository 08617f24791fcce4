import { isApiError } from '@/lib/domain/api-error'

/** An inactive account gets 402 `subscription` for everything except its usage (decision 35, account states). */
export const isSubscriptionRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status === 402 &&
  (error.detail['pool'] === 'subscription' || error.code === 'subscription')
