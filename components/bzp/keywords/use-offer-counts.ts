'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'

import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from '../search/preview-query'
import type { Offer } from './offers'

/** One call compares so many filters; the first of them is the filter itself, since one alone cannot be compared. */
export const MAX_OFFERS = 19
/** Where every count is a call of its own. */
const MAX_CALLS = 6
const STALE_MS = 5 * 60_000

/** What each text finds alone with the other conditions: all in one call, or one by one where the service does not compare. */
export function useOfferCounts(filter: AlertFilter, offers: readonly Offer[]) {
  const client = useQueryClient()
  const bodies = offers.map(({ text }) => toPreviewBody({ ...filter, keywords: [text] }))
  const filters = [toPreviewBody(filter), ...bodies]
  const compared = useQuery({
    ...query('bzp.compareAlerts', { body: { filters } }),
    enabled: offers.length > 0,
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
