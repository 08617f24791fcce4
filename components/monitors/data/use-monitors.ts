'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { query } from '@/lib/client/queries'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { type MonitorSync, openMonitorSync } from './monitor-sync'
import { type MatchContext, matchMonitors, type MonitorMatch } from '../search/monitor-match'
import { orderEntries } from '../search/monitor-order'
import type { MonitorRecord } from './monitor-record'
import { hasMonitorSearch, type MonitorSearch, toFilterKey } from '../search/monitor-search'
import { type MonitorState, initialState } from './monitor-store'
import { firstMonitorsInput } from '../monitors-queries'
import { type FilterNames, useLoadedFilterNames } from './use-filter-names'

/** Above the number of monitors that an account has for one person. */
const LIMIT = 100
const noPersons: ReadonlySet<string> = new Set()

/**
 * Finds the monitors of a person by the full number. The browser has only masked numbers, so permitted users query the
 * service; the number is sent in a header and stays out of the address.
 */
function usePersonSearch(q: string): ReadonlySet<string> {
  const { allowed } = usePermission('personal.reveal')
  const pesel = checkIdentifier('pesel', q)
  const { data } = useQuery({
    ...query('monitors.list', { query: { q: pesel.ok ? pesel.value : '', limit: LIMIT } }),
    enabled: allowed && pesel.ok,
    gcTime: 0,
  })
  return useMemo(() => (data && pesel.ok ? new Set(data.items.map(({ id }) => id)) : noPersons), [data, pesel.ok])
}

export interface MonitorList {
  /** The sorted matches; while loading, those found so far. */
  readonly monitors: readonly MonitorRecord[]
  /** The number of matches; undefined while unknown. */
  readonly total: number | undefined
  /** True once all monitors are loaded, so that the result is final. */
  readonly isComplete: boolean
  readonly match: MonitorMatch
  readonly names: FilterNames
  readonly context: MatchContext
}

/** Older data is refreshed, because another page may have imported monitors. */
const FRESH_MS = 5000

/**
 * The account's monitors in this browser. They are read in the background after the page has loaded, and refreshed on
 * return to the page.
 */
export function useMonitorSync() {
  const client = useQueryClient()
  const { account, email } = useViewer()
  const sync = openMonitorSync(client, `${account.slug} ${email}`)
  const isAfterLoad = useAfterLoad()
  useEffect(() => {
    if (!isAfterLoad) return
    const { isComplete, readAt = 0 } = sync.store.read()
    if (!isComplete) void sync.load()
    else if (Date.now() - readAt > FRESH_MS) void sync.reload().catch((error: unknown) => sync.store.fail(error))
  }, [sync, isAfterLoad])
  return sync
}

/** The first page of the search in the address, shown until all monitors are loaded. */
function useFirstPage(search: MonitorSearch, isEnabled: boolean) {
  const [initialSearch] = useState(search)
  const input = firstMonitorsInput(initialSearch)
  const first = useQuery({
    ...query('monitors.list', input ?? { query: {} }),
    enabled: isEnabled && input !== undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const isInitialSearch = search.sort === undefined && toFilterKey(search) === toFilterKey(initialSearch)
  return { first, page: isInitialSearch && input !== undefined ? first.data : undefined }
}

/** Searches, sorts and counts in the browser, so that each key press takes effect in the next frame. */
export function useMonitors(search: MonitorSearch, state: MonitorState) {
  const { entries, isComplete } = state
  const { first, page } = useFirstPage(search, !isComplete)
  const { sort } = search
  const ordered = useMemo(
    () => (sort === undefined ? entries : orderEntries(entries, sort)),
    [entries, sort],
  )
  const names = useLoadedFilterNames(page?.items ?? noMonitors, entries)
  const filterKey = toFilterKey(search)
  const persons = usePersonSearch(search.q)
  const context = useMemo(() => ({ filters: names, persons }), [names, persons])
  // oxlint-disable-next-line react/exhaustive-deps -- the key contains every relevant part of the search
  const match = useMemo(() => matchMonitors(ordered, search, context), [ordered, filterKey, context])
  const list = useMemo((): MonitorList => {
    const isFirst = !isComplete && page !== undefined && match.monitors.length < page.items.length
    const unfilteredTotal = hasMonitorSearch(search) ? undefined : state.total
    return {
      monitors: isFirst ? page.items : match.monitors,
      total: isComplete ? match.monitors.length : (page?.total ?? unfilteredTotal),
      isComplete,
      match,
      names,
      context,
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key contains every relevant part of the search
  }, [isComplete, page, match, names, context, filterKey, state.total])
  return { list, first }
}

const noMonitors: readonly MonitorRecord[] = []
export const useMonitorState = ({ store }: ReturnType<typeof openMonitorSync>): MonitorState =>
  useSyncExternalStore(store.subscribe, store.read, () => initialState)

export function useSyncQuery(sync: MonitorSync) {
  const { error, readAt = 0, isComplete } = useMonitorState(sync)
  const [isFetching, setIsFetching] = useState(false)
  const refetch = useCallback(async () => {
    setIsFetching(true)
    try {
      await (isComplete ? sync.reload() : sync.load())
    } catch (failure) {
      sync.store.fail(failure)
    } finally {
      setIsFetching(false)
    }
  }, [sync, isComplete])
  const readError =
    error === undefined ? null : error instanceof Error ? error : new Error('Reading failed', { cause: error })
  return { error: readError, errorUpdatedAt: readAt, dataUpdatedAt: readAt, refetch, isFetching }
}
