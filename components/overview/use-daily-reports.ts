'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

export function useDailyReports() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed })
}
