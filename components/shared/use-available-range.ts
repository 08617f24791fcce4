'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'

/** The range of days that the service holds for a source; undefined if it is unknown or not visible to the viewer. */
export function useAvailableRange(source: string) {
  const { allowed } = usePermission('reportOrders.ranges')
  const { data } = useQuery({ ...panelQuery('reportOrders.ranges', {}), enabled: allowed })
  return data?.items.find((each) => each.source === source)
}
