'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'

import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import type { BzpFacetField } from '@/lib/contract/bzp'

/** The maximum of the service. */
const MAX_VALUES = 10_000
const STALE_MS = 5 * 60_000

export interface FacetCounts {
  readonly days: number | undefined
  readonly countOf: (value: string) => number
}

/**
 * Returns how many recent procedures have a value; undefined until the answer arrives, and if the service does not
 * support it. A value that is not listed counts as 0, which may be too low if there are more values than the maximum.
 */
export function useFacetCounts(field: BzpFacetField): FacetCounts | undefined {
  const { data } = useQuery(facetQuery(field))
  return useMemo(() => toFacetCounts(data), [data])
}

/** The same, requested when it is first needed; a failed request is not repeated. */
export function useFacetCountsOnce(field: BzpFacetField): () => Promise<FacetCounts | undefined> {
  const client = useQueryClient()
  const counts = useRef<Promise<FacetCounts | undefined>>(undefined)
  return useCallback(() => {
    counts.current ??= client.fetchQuery({ ...facetQuery(field), retry: false }).then(toFacetCounts, () => undefined)
    return counts.current
  }, [client, field])
}

/** Of the values of a field, or of those with a part `q`. */
export const facetQuery = (field: BzpFacetField, q?: string) => ({
  ...query('bzp.facets', { query: { field, limit: MAX_VALUES, ...(q !== undefined && { q }) } }),
  staleTime: STALE_MS,
  gcTime: STALE_MS,
  refetchOnWindowFocus: false,
})

function toFacetCounts(data: OperationAnswer<'bzp.facets'> | undefined): FacetCounts | undefined {
  if (data?.items === undefined) return undefined
  const counts = new Map(data.items.map(({ value = '', count = 0 }) => [value, count]))
  return { days: data.days, countOf: (value: string) => counts.get(value) ?? 0 }
}
