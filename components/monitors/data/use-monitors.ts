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
import { type MonitorState, nothingRead } from './monitor-store'
import { firstMonitorsInput } from '../monitors-queries'
import { type FilterNames, useLoadedFilterNames } from './use-filter-names'

/** More monitors of one person than anybody has. */
const LIMIT = 100
const nobody: ReadonlySet<string> = new Set()

/**
 * The monitors of the person whose whole number is looked for. The browser has the numbers masked, so the service is
 * asked, by those who may; the number goes in a header and stays out of the address.
 */
function usePersonSearch(q: string): ReadonlySet<string> {
  const { allowed } = usePermission('personal.reveal')
  const pesel = checkIdentifier('pesel', q)
  const { data } = useQuery({
    ...query('monitors.list', { query: { q: pesel.ok ? pesel.value : '', limit: LIMIT } }),
    enabled: allowed && pesel.ok,
    gcTime: 0,
  })
  return useMemo(() => (data && pesel.ok ? new Set(data.items.map(({ id }) => id)) : nobody), [data, pesel.ok])
}

export interface MonitorList {
  /** What matches, in its order; while loading, what is known of it so far. */
  readonly monitors: readonly MonitorRecord[]
  /** How many match; undefined while that is not known. */
  readonly total: number | undefined
  /** All monitors are here, so nothing shown is provisional. */
  readonly isComplete: boolean
  readonly match: MonitorMatch
  readonly names: FilterNames
  readonly context: MatchContext
}

/** Older than this, what another page has imported may be missing. */
const FRESH_MS = 5000

/** The account's monitors in this browser; read in the background once the page has loaded, and again on coming back. */
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

/** The first page of the search that the page was opened with: what stands there until all monitors are. */
function useFirstPage(search: MonitorSearch, isWanted: boolean) {
  const [opened] = useState(search)
  const input = firstMonitorsInput(opened)
  const first = useQuery({
    ...query('monitors.list', input ?? { query: {} }),
    enabled: isWanted && input !== undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const isOfThis = search.sort === undefined && toFilterKey(search) === toFilterKey(opened)
  return { first, page: isOfThis && input !== undefined ? first.data : undefined }
}

/** Searched, sorted and counted in the browser: what a key press asks for is there with the next frame. */
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
  // oxlint-disable-next-line react/exhaustive-deps -- the key is all of the search that counts here
  const match = useMemo(() => matchMonitors(ordered, search, context), [ordered, filterKey, context])
  const list = useMemo((): MonitorList => {
    const isFirst = !isComplete && page !== undefined && match.monitors.length < page.items.length
    const whole = hasMonitorSearch(search) ? undefined : state.total
    return {
      monitors: isFirst ? page.items : match.monitors,
      total: isComplete ? match.monitors.length : (page?.total ?? whole),
      isComplete,
      match,
      names,
      context,
    }
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isComplete, page, match, names, context, filterKey, state.total])
  return { list, first }
}

const noMonitors: readonly MonitorRecord[] = []
export const useMonitorState = ({ store }: ReturnType<typeof openMonitorSync>): MonitorState =>
  useSyncExternalStore(store.subscribe, store.read, () => nothingRead)

/** The reading of all monitors in the form that the failed and stale states of a query take. */
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
  const known =
    error === undefined ? null : error instanceof Error ? error : new Error('Reading failed', { cause: error })
  return { error: known, errorUpdatedAt: readAt, dataUpdatedAt: readAt, refetch, isFetching }
}
