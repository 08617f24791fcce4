'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

/** New reports are made after midnight; a minute is soon enough to see them. */
const REFRESH_MS = 60_000

/** The whole index, narrowed in memory: the same answer serves every search and the overview. */
export function useDailyIndex() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed, refetchInterval: REFRESH_MS })
}
