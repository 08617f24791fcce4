'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'

/** The days that the service holds of a source; undefined where it does not say, or not to the viewer. */
export function useHeldRange(source: string) {
  const { allowed } = usePermission('reportOrders.ranges')
  const { data } = useQuery({ ...panelQuery('reportOrders.ranges', {}), enabled: allowed })
  return data?.items.find((each) => each.source === source)
}
