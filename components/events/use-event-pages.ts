'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { PanelAnswer } from '@/lib/client/client'
import { lazyPanelCall } from '@/lib/client/queries'

import type { FilterQuery } from './event-search'
import { LATER_PAGE } from './events-queries'

type Page = PanelAnswer<'events.list'>

/** The events that existed when the page was opened, from its first page on. Later ones belong to the feed. */
export function useEventPages(filter: FilterQuery, first: Page, loadedAt: number) {
  const list = useInfiniteQuery({
    queryKey: ['panel', 'events', 'pages', filter, first.latest, loadedAt],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: LATER_PAGE, before: pageParam, ...filter }
      return lazyPanelCall('events.list', { query }, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Page) => last.next_before ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Infinity,
  })
  const { pages } = list.data
  const events = useMemo(() => pages.flatMap(({ items }) => items), [pages])
  return { list, events }
}
export type EventPages = ReturnType<typeof useEventPages>
