'use client'

import { useQuery } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'

import { facetQuery } from '../filter/use-facet-counts'
import { branchesAround, type CpvCount, neighboursOf } from './neighbours'
import type { CountedFilter } from './use-preview'

const STALE_MS = 5 * 60_000

export interface Neighbours {
  /** Neighbouring codes, with what each finds under the other conditions of the filter. */
  readonly codes: readonly CpvCount[]
  /** True until the counts arrive; false if the service does not count. */
  readonly isCounting: boolean
}

/** Counts the neighbouring codes, so that a filter of one code is not taken for its whole branch. */
export function useNeighbours({ body }: CountedFilter): Neighbours {
  const branches = branchesAround(body.cpv)
  const isPart = branches.length > 0
  const facets = useQuery({ ...facetQuery('cpv', branches.length === 1 ? branches[0] : undefined), enabled: isPart })
  const counts = (facets.data?.items ?? []).map(({ value = '', count = 0 }) => ({ prefix: value, count }))
  const beside = isPart ? neighboursOf(body.cpv, counts) : []
  const filters = [body, ...beside.map(({ prefix }) => ({ ...body, cpv: [prefix] }))]
  const compared = useQuery({
    ...query('bzp.compareAlerts', { body: { filters } }),
    enabled: isPart && beside.length > 0,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  })
  const codes = beside.flatMap(({ prefix }, at) => {
    const count = compared.data?.counts?.[at + 1] ?? 0
    return count > 0 ? [{ prefix, count }] : []
  })
  return { codes, isCounting: isPart && (facets.isPending || (beside.length > 0 && compared.isPending)) }
}
