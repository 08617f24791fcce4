'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'

import { query } from '@/lib/client/queries'

import type { MonitorEntry } from '../search/monitor-entry'
import type { MonitorRecord } from './monitor-record'

interface FilterSummary {
  readonly name: string | undefined
  /** True if the filter has no values, so that its monitors match nothing. */
  readonly isEmpty: boolean
}

/** The account's filters by id; undefined while loading, so that a filter is not reported as deleted too early. */
export type FilterNames = ReadonlyMap<string, FilterSummary> | undefined

export const FilterNamesContext = createContext<FilterNames>(undefined)
export const useFilterNames = (): FilterNames => use(FilterNamesContext)

const watchesFilter = ({ filter_id: id }: MonitorRecord): boolean => typeof id === 'string'

/** Requested only if a monitor watches a filter. */
export function useLoadedFilterNames(first: readonly MonitorRecord[], entries: readonly MonitorEntry[]): FilterNames {
  const isNeeded = useMemo(
    () => first.some(watchesFilter) || entries.some(({ monitor }) => watchesFilter(monitor)),
    [first, entries],
  )
  const { data } = useQuery({ ...query('filters.list', { query: {} }), enabled: isNeeded })
  return useMemo(
    () => data && new Map(data.items.map(({ id, name, item_count: count }) => [id, { name, isEmpty: count === 0 }])),
    [data],
  )
}
