'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

import { EVENTS_ASKED } from './overview-queries'
import { isSubscriptionRefusal } from './subscription'

export const EVENTS_REFRESH_S = 15

/** The newest events, again every 15 s; not while the page is hidden, and not while the subscription forbids it. */
export function useLatestEvents() {
  const { allowed } = usePermission('monitorEvents.list')
  return useQuery({
    ...query('monitorEvents.list', { query: { limit: EVENTS_ASKED } }),
    enabled: allowed,
    refetchInterval: ({ state }) => (isSubscriptionRefusal(state.error) ? false : EVENTS_REFRESH_S * 1000),
  })
}
