'use client'

import { useQuery } from '@tanstack/react-query'

import type { OperationAnswer } from '@/lib/client/client'
import { lazyCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

type Monitor = OperationAnswer<'monitors.list'>['items'][number]
export interface MonitorsOfFilter {
  readonly monitors: readonly Monitor[]
  /** False if there were too many monitors to read all of them. */
  readonly isComplete: boolean
}

const PAGE = 1000
/** Limits the requests to a service that ignores the filter and returns all monitors: ten pages are ten thousand. */
const MAX_PAGES = 10

async function findMonitors(filterId: string, signal: AbortSignal): Promise<MonitorsOfFilter> {
  const monitors: Monitor[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { filter_id: filterId, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await lazyCall('monitors.list', { query }, { signal })
    monitors.push(...answer.items.filter(({ filter_id: id }) => id === filterId))
    cursor = answer.next_cursor ?? undefined
    if (cursor === undefined) return { monitors, isComplete: true }
  }
  return { monitors, isComplete: false }
}

export function useMonitorsOfFilter(filterId: string) {
  return useQuery({
    queryKey: ['monitors', 'of-filter', filterId],
    queryFn: ({ signal }) => findMonitors(filterId, signal),
    staleTime: 0,
    retry: (failures, error) => failures < 2 && !(isApiError(error) && error.status < 500),
  })
}
