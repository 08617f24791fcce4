'use client'

import { useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

/** The account's filters by id, for choosing one and for naming those that were chosen. */
export function useReportFilterNames(isWanted: boolean): ReadonlyMap<string, string> {
  const { allowed } = usePermission('filters.list')
  const { data } = useQuery({ ...query('filters.list', { query: {} }), enabled: allowed && isWanted })
  return new Map(data?.items.map(({ id, name }) => [id, name ?? id]))
}
