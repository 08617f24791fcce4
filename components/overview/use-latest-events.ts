'use client'

import { useQuery } from '@tanstack/react-query'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

import { EVENTS_REQUESTED } from './overview-queries'
import { isSubscriptionRefusal } from './subscription'

export const EVENTS_REFRESH_S = 15

/**
 * The newest events, refreshed every 15 s unless the page is hidden or the subscription forbids it. One place of the
 * page uses it: a second one that appears after a failure would call the service again at once.
 */
export function useLatestEvents() {
  const { allowed } = usePermission('monitorEvents.list')
  return useQuery({
    ...query('monitorEvents.list', { query: { limit: EVENTS_REQUESTED } }),
    enabled: allowed,
    refetchInterval: ({ state }) => (isSubscriptionRefusal(state.error) ? false : EVENTS_REFRESH_S * 1000),
  })
}

export type LatestEvents = ReturnType<typeof useLatestEvents>

/** False for roles without events, and while the account is inactive, which the headline says. */
export function useShowsEvents({ error, isPending }: LatestEvents): boolean {
  const { allowed } = usePermission('monitorEvents.list')
  const { isInactive } = useAccountFacts()
  return allowed && !isSubscriptionRefusal(error) && !(isInactive === true && isPending)
}
