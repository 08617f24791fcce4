'use client'

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { monitorListQuery } from './monitor-list-query'
import type { MonitorRecord } from './monitor-record'
import type { MonitorSearch } from './monitor-search'

const noMonitors: readonly MonitorRecord[] = []

/** The list of a search: what is loaded, how many there are in all, and how to load on. */
export function useMonitorList(search: MonitorSearch, isAllowed: boolean) {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    ...monitorListQuery(search, client),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  })
  const pages = list.data?.pages
  const monitors = useMemo(() => pages?.flatMap(({ items }) => items) ?? noMonitors, [pages])
  /** Undefined when the service does not say and more may follow. */
  const total = pages?.[0]?.total ?? (list.hasNextPage || pages === undefined ? undefined : monitors.length)
  return { list, monitors, total }
}

export type MonitorList = ReturnType<typeof useMonitorList>
