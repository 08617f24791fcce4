import { infiniteQueryOptions } from '@tanstack/react-query'

import type { PanelAnswer } from '@/lib/client/client'
import { toPanelKey, lazyPanelCall } from '@/lib/client/queries'

import { type AuditSearch, toQuery } from './audit-search'

type AuditPage = PanelAnswer<'audit.list'>
export type ListedAuditEntry = AuditPage['items'][number]

const PAGE = 100

/** The first page, which the server asks for too. */
export const firstPage = (search: AuditSearch) => ({ query: { ...toQuery(search), limit: PAGE } })

/** What the server asks for, so that the first paint has its entries. */
export const auditQueries = (search: AuditSearch) =>
  [
    ['audit.list', firstPage(search)],
    ['audit.facets', {}],
  ] as const

interface Prefetched {
  readonly data: AuditPage | undefined
  readonly at: number
}

/** The narrowed log, newest first, page after page. The first page is taken over from what the server prefetched. */
export function auditLogQuery(search: AuditSearch, { data, at }: Prefetched) {
  const first = firstPage(search)
  const initial =
    data === undefined ? {} : { initialData: { pages: [data], pageParams: [undefined] }, initialDataUpdatedAt: at }
  return infiniteQueryOptions({
    queryKey: [...toPanelKey('audit.list', first), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...first.query, ...(pageParam !== undefined && { before: pageParam }) }
      return lazyPanelCall('audit.list', { query }, { signal })
    },
    // What was done a moment ago on another page is looked for here.
    staleTime: 2000,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: AuditPage) => last.next_before ?? undefined,
    ...initial,
  })
}
