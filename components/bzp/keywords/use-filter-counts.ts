'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'

import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from '../search/preview-query'

/** The maximum if every count is a separate call. */
const MAX_CALLS = 6
const STALE_MS = 5 * 60_000

/**
 * Counts what other filters match in place of this one: in one call, or one by one if the service does not compare.
 */
export function useFilterCounts(filter: AlertFilter, others: readonly AlertFilter[]) {
  const client = useQueryClient()
  const bodies = others.map(toPreviewBody)
  const filters = [toPreviewBody(filter), ...bodies]
  const compared = useQuery({
    ...query('bzp.compareAlerts', { body: { filters } }),
    enabled: others.length > 0,
    staleTime: STALE_MS,
  })
  const single = useQuery({
    queryKey: ['bzp', 'offers', bodies],
    enabled: isMissing(compared.error),
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => {
      const counts: (number | undefined)[] = []
      for (const body of bodies.slice(0, MAX_CALLS)) {
        if (signal.aborted) break
        const { count } = await client.fetchQuery(previewQuery(body))
        counts.push(count)
      }
      return counts
    },
  })
  return {
    countOf: (at: number): number | undefined => (compared.data?.counts ?? [])[at + 1] ?? single.data?.[at],
    isCounting: compared.isFetching || single.isFetching,
    isFailed: single.isError || (compared.isError && !isMissing(compared.error)),
  }
}
