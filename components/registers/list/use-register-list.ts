'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { usePaidPage } from '@/components/meters/use-paid-page'
import { panelQuery, toPanelKey } from '@/lib/client/queries'
import type { ListPageSize } from '@/lib/domain/registers/register-rows'
import type { ListQuery, RegisterList } from '@/lib/features/registers/contract'

import { type ListAnswer, rowsIn, totalIn, withAnswer } from './loaded-list'

/** All of these lists are charged to the same pool (`register-rows.test.ts`). */
export const LIST_POOL = 'lookups'

export const storedListInput = (list: RegisterList, query: ListQuery) => ({ params: { list }, query })

/** One query of a list: the stored pages, and the action that pays for more. No other code calls the service. */
export function useRegisterList(list: RegisterList, query: ListQuery) {
  const client = useQueryClient()
  const input = storedListInput(list, query)
  const key = toPanelKey('registers.list', input)
  // Stored pages change only with another payment.
  const storedQuery = useQuery({ ...panelQuery('registers.list', input), staleTime: Infinity })
  const storeAnswer = (answer: ListAnswer) =>
    client.setQueryData(key, (now: ListAnswer | undefined) => withAnswer(now, answer))
  const rest = useRestOf(list, storedQuery.data, storeAnswer)
  const { asking, reason } = usePaidPage('registers.ask', {
    pool: LIST_POOL,
    store: storeAnswer,
    stale: [
      ['panel', 'registers', 'recent'],
      ['panel', 'registers', 'monitors'],
    ],
  })
  const pages = useMemo(() => storedQuery.data?.pages ?? [], [storedQuery.data])
  const rows = useMemo(() => rowsIn(pages), [pages])
  const requestPage = (page: 'first' | 'next', limit: ListPageSize) =>
    asking.mutate({ params: { list }, body: { query, known: pages.at(-1)?.id ?? null, page, limit } })
  return {
    storedQuery,
    rest,
    asking,
    ask: requestPage,
    pages,
    rows,
    total: totalIn(pages),
    series: storedQuery.data?.series ?? null,
    hasMore: storedQuery.data?.has_more === true,
    reason,
  }
}

export type RegisterListState = ReturnType<typeof useRegisterList>

/** Loads the remaining stored pages of a long list in batches, free of charge. */
function useRestOf(list: RegisterList, data: ListAnswer | undefined, storeAnswer: (batch: ListAnswer) => void) {
  const { series = null, next_page: from = null } = data ?? {}
  const hasMorePages = series !== null && from !== null
  const query = hasMorePages ? { series, from } : {}
  const batch = useQuery({
    ...panelQuery('registers.list', { params: { list }, query }),
    enabled: hasMorePages,
    gcTime: 0,
  })
  const received = hasMorePages ? batch.data : undefined
  useEffect(() => {
    if (received !== undefined && received.pages[0]?.page === from) storeAnswer(received)
  })
  return batch
}
