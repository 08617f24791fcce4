'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { usePermission } from '@/components/layout/viewer'
import { useTellSpent } from '@/components/meters/use-tell-spent'
import { panelMutation, panelQuery, toPanelKey } from '@/lib/client/queries'
import type { RegisterList } from '@/lib/contract/panel/registers/registers'
import type { ListPageSize } from '@/lib/domain/registers/register-rows'

import { type ListAnswer, rowsIn, totalIn, withAnswer } from './kept-list'
import type { AskedList } from './list-search'

/** Every list of these is charged to the same pool (`register-rows.test.ts`). */
export const LIST_POOL = 'lookups'

export const keptListInput = (list: RegisterList, query: AskedList) => ({ params: { list }, query })

/** One query of a list: what was paid for, and the deed that pays for more. Nothing else asks the service. */
export function useRegisterList(list: RegisterList, query: AskedList) {
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  const { reason } = usePermission('registers.ask')
  const input = keptListInput(list, query)
  const key = toPanelKey('registers.list', input)
  // What was paid for does not change until somebody pays again.
  const kept = useQuery({ ...panelQuery('registers.list', input), staleTime: Infinity })
  const rest = useRestOf(list, kept.data, (batch) =>
    client.setQueryData(key, (now: ListAnswer | undefined) => withAnswer(now, batch)),
  )
  const asking = useMutation({
    ...panelMutation('registers.ask'),
    onSuccess: ({ units, left, ...answer }) => {
      client.setQueryData(key, (now: ListAnswer | undefined) => withAnswer(now, answer))
      void client.invalidateQueries({ queryKey: ['panel', 'registers', 'recent'] })
      void client.invalidateQueries({ queryKey: ['panel', 'registers', 'monitors'] })
      if (units === null) void client.invalidateQueries({ queryKey: ['usage'] })
      else tellSpent({ pool: LIST_POOL, units, left })
    },
    onError: () => client.invalidateQueries({ queryKey: ['usage'] }),
  })
  const pages = useMemo(() => kept.data?.pages ?? [], [kept.data])
  const rows = useMemo(() => rowsIn(pages), [pages])
  const ask = (page: 'first' | 'next', limit: ListPageSize) =>
    asking.mutate({ params: { list }, body: { query, known: pages.at(-1)?.id ?? null, page, limit } })
  return {
    kept,
    rest,
    asking,
    ask,
    pages,
    rows,
    total: totalIn(pages),
    series: kept.data?.series ?? null,
    hasMore: kept.data?.has_more === true,
    /** Why the viewer may not pay. */
    reason,
  }
}

export type RegisterListState = ReturnType<typeof useRegisterList>

/** The kept pages of a long list come one batch after another, free of charge. */
function useRestOf(list: RegisterList, data: ListAnswer | undefined, take: (batch: ListAnswer) => void) {
  const { series = null, next_page: from = null } = data ?? {}
  const isDue = series !== null && from !== null
  const query = isDue ? { series, from } : {}
  const batch = useQuery({ ...panelQuery('registers.list', { params: { list }, query }), enabled: isDue, gcTime: 0 })
  const came = isDue ? batch.data : undefined
  useEffect(() => {
    if (came !== undefined && came.pages[0]?.page === from) take(came)
  })
  return batch
}
