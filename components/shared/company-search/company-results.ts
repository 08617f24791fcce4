'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { usePermission, useViewer } from '@/components/layout/viewer'
import type { OperationAnswer } from '@/lib/client/client'
import { panelQuery, lazyCall } from '@/lib/client/queries'
import { companyQuery } from '@/lib/domain/companies/company-number'

export type CompanyPageOfHits = OperationAnswer<'search.list'>
export type CompanyHit = CompanyPageOfHits['items'][number]

export const HITS_PER_PAGE = 20
/** The service refuses shorter texts. */
export const MIN_LETTERS = 2
/** The service refuses longer texts. */
export const MAX_LETTERS = 200
const FRESH_MS = 60_000

/**
 * Results page by page. Previous results stay until the next answer arrives, and a request for an older text is
 * aborted.
 */
export const useCompanyResults = (q: string) =>
  useInfiniteQuery({
    queryKey: ['search', 'pages', q],
    queryFn: async ({ pageParam, signal }) => {
      const query = { q: companyQuery(q), limit: HITS_PER_PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }
      return lazyCall('search.list', { query }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: CompanyPageOfHits) => last.next_cursor ?? undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })

/** Whether the service has any company; undefined until known. Only worth asking after a search without results. */
export function useHasCompanies(): boolean | undefined {
  const { data, isError } = useQuery({ ...panelQuery('companies.held', {}), staleTime: FRESH_MS })
  return isError ? true : data?.has_companies
}

/**
 * Companies on the page that the account monitors, with the monitor's id; empty for roles that may not see monitors.
 */
export function useWatchedCompanies(hits: readonly CompanyHit[]): ReadonlyMap<string, string> {
  const { allowed } = usePermission('companies.watched')
  const { mode } = useViewer()
  const companies = hits.map(({ id, krs, nip }) => ({ id, krs: krs ?? null, nip: nip ?? null }))
  const { data } = useQuery({
    ...panelQuery('companies.watched', { body: { companies } }),
    enabled: allowed && mode === 'embedded' && companies.length > 0,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  return new Map(data?.items.map(({ company, monitor }) => [company ?? '', monitor ?? '']))
}
