import type { Query, QueryClient } from '@tanstack/react-query'

import { isApiError } from '@/lib/domain/api-error'

import { readLastCalls, subscribeLastCalls } from './last-calls'

/**
 * Refetches failed queries once the service answers again: a figure in a header has no button for it, and the status
 * pill would go on reporting an error. Returns a function that ends it.
 */
export const refetchOnRecovery = (client: QueryClient): (() => void) =>
  subscribeLastCalls(() => {
    // `partly`: one of the failed calls was answered; `ok`: a lost session or network is back.
    if (!['partly', 'ok'].includes(readLastCalls())) return
    refetchFailed(client)
  })

/**
 * Refetches failed queries of the page, except for those already being refetched and those rejected with a 429, which
 * retry after their countdown.
 */
export function refetchFailed(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: isRefetchable }, { cancelRefetch: false })
}

const isRefetchable = ({ state: { error } }: Query): boolean =>
  error !== null && !(isApiError(error) && error.status === 429)
