'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

import { JOBS_SEARCHED } from './report-search'

const WORKING_POLL_MS = 2000
const IDLE_POLL_MS = 60_000

export const isWorking = (status: string | undefined): boolean => status === 'queued' || status === 'running'

/** The newest orders, or all of one filter; polled more often while a report is being created. */
export function useReportJobs(filterId: string | undefined, shown: number) {
  const { allowed } = usePermission('reports.list')
  return useQuery({
    ...query('reports.list', {
      query: { limit: filterId === undefined ? Math.min(shown, JOBS_SEARCHED) : JOBS_SEARCHED },
    }),
    enabled: allowed,
    placeholderData: keepPreviousData,
    select: ({ items, ...answer }) => ({
      ...answer,
      items: filterId === undefined ? items : items.filter((job) => job.filter_id === filterId),
    }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((job) => isWorking(job.status)) ? WORKING_POLL_MS : IDLE_POLL_MS,
  })
}
