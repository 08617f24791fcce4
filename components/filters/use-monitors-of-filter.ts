'use client'

import { useQuery } from '@tanstack/react-query'

import { isApiError } from '@/lib/domain/api-error'

const PAGE = 1000
/** Ten thousand monitors; beyond that the consequence is told without a number. */
const MAX_PAGES = 10

async function countMonitors(filterId: string, signal: AbortSignal): Promise<number | null> {
  const { call } = await import('@/lib/client/browser')
  let count = 0
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await call('monitors.list', { query }, { signal })
    count += answer.items.filter(({ filter_id: id }) => id === filterId).length
    cursor = answer.next_cursor ?? undefined
    if (cursor === undefined) return count
  }
  return null
}

/**
 * How many monitors use a filter: the interface has no such question, so the monitors are read through, once, when
 * somebody is about to delete it. Null: too many to read.
 */
export function useMonitorsOfFilter(filterId: string, isNeeded: boolean) {
  return useQuery({
    queryKey: ['monitors', 'of-filter', filterId],
    queryFn: ({ signal }) => countMonitors(filterId, signal),
    enabled: isNeeded,
    staleTime: 0,
    retry: (failures, error) => failures < 2 && !(isApiError(error) && error.status < 500),
  })
}
