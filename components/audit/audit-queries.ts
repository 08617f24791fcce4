import { infiniteQueryOptions } from '@tanstack/react-query'

import type { PanelAnswer } from '@/lib/client/client'
import { toPanelKey, lazyPanelCall } from '@/lib/client/queries'

import { type AuditSearch, toQuery } from './audit-search'

type AuditPage = PanelAnswer<'audit.list'>
export type ListedAuditEntry = AuditPage['items'][number]

const PAGE = 100

/** The input of the first page, which must be equal on the server and in the browser. */
export const firstPage = (search: AuditSearch) => ({ query: { ...toQuery(search), limit: PAGE } })

export const auditQueries = (search: AuditSearch) =>
  [
    ['audit.list', firstPage(search)],
    ['audit.facets', {}],
  ] as const

interface PrefetchedPage {
  readonly data: AuditPage | undefined
  readonly at: number
}

/** The filtered log, newest first, page by page. The first page is the one that the server prefetched. */
export function auditLogQuery(search: AuditSearch, { data, at }: PrefetchedPage) {
  const first = firstPage(search)
  const initial =
    data === undefined ? {} : { initialData: { pages: [data], pageParams: [undefined] }, initialDataUpdatedAt: at }
  return infiniteQueryOptions({
    queryKey: [...toPanelKey('audit.list', first), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...first.query, ...(pageParam !== undefined && { before: pageParam }) }
      return lazyPanelCall('audit.list', { query }, { signal })
    },
    // Users expect to find here what they did on another page a moment ago.
    staleTime: 2000,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: AuditPage) => last.next_before ?? undefined,
    ...initial,
  })
}
