import type { Query, QueryClient } from '@tanstack/react-query'

import { isApiError } from '@/lib/domain/api-error'

import { readLastCalls, subscribeLastCalls } from './last-calls'

/**
 * Once the service answers again, what failed before is asked again by itself: a figure in a header has no button for it, and
 * the pill would go on saying that something does not work. Returns what ends it.
 */
export const askAgainOnRecovery = (client: QueryClient): (() => void) =>
  subscribeLastCalls(() => {
    // `partly`: one of those that failed; `ok`: after a session or a network that is there again.
    if (!['partly', 'ok'].includes(readLastCalls())) return
    askFailedAgain(client)
  })

/** What failed on the page; not what is asked again already, and not what a 429 has told to wait: that counts down. */
export function askFailedAgain(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: isToAskAgain }, { cancelRefetch: false })
}

const isToAskAgain = ({ state: { error } }: Query): boolean =>
  error !== null && !(isApiError(error) && error.status === 429)
