'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'

/** Rules of every kind that the viewer may see, tender rules last. */
export function useEveryRule() {
  const { allowed } = usePermission('bzpAlerts.list')
  const rules = useQuery(panelQuery('rules.list', {})).data?.items ?? []
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: allowed }).data?.items ?? []
  return [...rules, ...alerts]
}
