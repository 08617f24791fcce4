import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'

import type { Answer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'

import { type MonitorSearch, toListQuery } from './monitor-search'
import { firstPageInput } from './monitors-queries'
import { withRateLimit } from './run-steps'

export type MonitorPage = Answer<'monitors.list'>
export type MonitorPages = InfiniteData<MonitorPage, string | undefined>

/** The first page paints quickly; later ones are as large as the service allows, so that far scrolling asks seldom. */
export const LARGEST_PAGE = 1000

/** Every list of monitors in the browser's cache, whatever it is narrowed to. */
export const monitorListsKey = ['monitors', 'list', 'pages'] as const

/** The list of a search, page after page. The first page is taken over from what the server prefetched. */
export function monitorListQuery(search: MonitorSearch, client: QueryClient) {
  const first = firstPageInput(search)
  const prefetched = client.getQueryState(query('monitors.list', first).queryKey)
  return infiniteQueryOptions({
    queryKey: [...monitorListsKey, toListQuery(search)],
    queryFn: async ({ pageParam, signal }) => {
      const { call } = await import('@/lib/client/browser')
      if (pageParam === undefined) return call('monitors.list', first, { signal })
      const next = { query: { ...first.query, limit: LARGEST_PAGE, cursor: pageParam } }
      // The first page counts a refusal down in sight; further ones wait for it under the rows that are there.
      return withRateLimit(signal, () => call('monitors.list', next, { signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: MonitorPage) => last.next_cursor ?? undefined,
    ...(prefetched?.data === undefined ? {} : takenOver(prefetched.data, prefetched.dataUpdatedAt)),
    // A refetch asks for every loaded page again: worth it by itself only while there are few.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 2,
  })
}

function takenOver(page: MonitorPage, at: number) {
  return { initialData: { pages: [page], pageParams: [undefined] } satisfies MonitorPages, initialDataUpdatedAt: at }
}
