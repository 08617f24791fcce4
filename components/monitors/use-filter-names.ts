'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'

import { query } from '@/lib/client/queries'

import type { MonitorRecord } from './monitor-record'

/** Names of the account's filters by id; undefined while they are not known, so that nothing is called deleted too early. */
export type FilterNames = ReadonlyMap<string, string | undefined> | undefined

export const FilterNamesContext = createContext<FilterNames>(undefined)
export const useFilterNames = (): FilterNames => use(FilterNamesContext)

/** Asked for only when a monitor of the list watches a filter. */
export function useLoadedFilterNames(monitors: readonly MonitorRecord[]): FilterNames {
  const isNeeded = useMemo(() => monitors.some(({ filter_id: id }) => typeof id === 'string'), [monitors])
  const { data } = useQuery({ ...query('filters.list', {}), enabled: isNeeded })
  return useMemo(() => data && new Map(data.items.map(({ id, name }) => [id, name])), [data])
}
