'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { LazyFailureReason, QueryFailed, QueryWaiting, StaleNote } from '@/components/layout/query-states'
import { usePageKeys } from '@/components/layout/use-page-keys'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

import type { BulkActionsProps } from './bulk/bulk-actions'
import { type BulkJobs, useBulkJob } from './bulk/use-bulk-job'
import type { MonitorChanges } from './data/monitor-store'
import type { MonitorSync } from './data/monitor-sync'
import { FilterNamesContext } from './data/use-filter-names'
import { type MonitorList, useMonitors, useMonitorState, useMonitorSync, useSyncQuery } from './data/use-monitors'
import { MonitorExportButton } from './export/export-button'
import { PortfolioButton } from './export/portfolio-button'
import { AddLink, MonitorsHeader } from './monitors-header'
import { MonitorsSkeleton } from './monitors-skeleton'
import { MonitorsToolbar } from './monitors-toolbar'
import { hasMonitorSearch, type MonitorSearch, toFilterKey, monitorAddress } from './search/monitor-search'
import { SelectionBar } from './selection/selection-bar'
import { createSelectionStore, type SelectionStore } from './selection/selection-store'
import { useSelectAll } from './selection/use-select-all'
import { MonitorTableLazy } from './table/monitor-table-lazy'
import { ColumnsControl, ViewsControl } from './views/list-controls'

const POLL_MS = 20_000
/**
 * After an absence of this length everything is read again, because refreshes do not include labels and tags changed by
 * others.
 */
const MAX_AGE_MS = 300_000

interface LiveOptions {
  /** True during a bulk job, while the list is in an intermediate state. */
  readonly isPaused: boolean
  readonly onChanges: (changes: MonitorChanges) => void
}

/** Refreshes the list while the page is visible, preserving selection, scroll position and focus. */
function useLiveMonitors(sync: MonitorSync, { isPaused, onChanges }: LiveOptions): void {
  const notifyChanges = useEffectEvent(onChanges)
  useEffect(() => {
    if (isPaused) return undefined
    let isRunning = false
    const refresh = async () => {
      if (isRunning || document.visibilityState !== 'visible') return
      isRunning = true
      const { isComplete, readAt = 0 } = sync.store.read()
      const isOld = isComplete && Date.now() - readAt > MAX_AGE_MS
      try {
        notifyChanges(await (isOld ? sync.reload() : sync.refresh()))
      } catch (error) {
        sync.store.fail(error)
      } finally {
        isRunning = false
      }
    }
    const onReturn = () => void refresh()
    const timer = setInterval(onReturn, POLL_MS)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [sync, isPaused])
}

/** Loaded after the page, because nothing can be selected before that. */
const BulkActionsLazy = deferredComponent<BulkActionsProps>(
  async () => (await import('./bulk/bulk-actions')).BulkActions,
)

/** "All matching" refers to one search only: when the search changes, the selection is dropped with a notice. */
function useAllMatchingGuard(store: SelectionStore, search: MonitorSearch) {
  const key = toFilterKey(search)
  const shownKey = useRef(key)
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => {
    if (shownKey.current === key) return
    shownKey.current = key
    const isAll = store.read().allSince !== undefined
    if (isAll) store.clear()
    setIsDropped(isAll)
  }, [key, store])
  return isDropped
}

/** Announces monitors that others added or deleted, and unselects deleted ones. */
function useAnnounceChanges(store: SelectionStore) {
  const t = useTranslations('monitors.live')
  const countValues = useCountValues()
  return ({ added, removed }: MonitorChanges) => {
    const deselected = removed.filter((id) => store.has(id))
    if (deselected.length > 0) store.drop(deselected)
    const parts = [
      added.length > 0 && t('added', countValues(added.length)),
      removed.length > 0 && t('removed', countValues(removed.length)),
      deselected.length > 0 && t('lost', countValues(deselected.length)),
    ].filter((part) => part !== false)
    if (parts.length > 0) toast.success(parts.join(' '))
  }
}

interface BodyProps {
  readonly list: MonitorList
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
  readonly sync: MonitorSync
  readonly store: SelectionStore
  readonly jobs: BulkJobs
}

function MonitorsBody({ list, search, onChange, sync, store, jobs }: BodyProps) {
  const t = useTranslations('monitors')
  const isDropped = useAllMatchingGuard(store, search)
  const selectAll = useSelectAll({ store, search, jobs, sync, list })
  usePageKeys({ Escape: store.clear })
  useLiveMonitors(sync, { isPaused: jobs.job !== undefined, onChanges: useAnnounceChanges(store) })
  const syncQuery = useSyncQuery(sync)
  const isEmpty = list.isComplete && list.monitors.length === 0
  return (
    <Card>
      <p className="hidden p-4 print:block">{t('printNote')}</p>
      {list.isComplete && syncQuery.error !== null && <StaleNote query={syncQuery} />}
      <SelectionBar
        {...{ store, list, jobs }}
        onSelectAll={() => void selectAll()}
        notice={isDropped ? t('selection.dropped') : undefined}
      >
        <BulkActionsLazy store={store} jobs={jobs} />
      </SelectionBar>
      <FilterNamesContext value={list.names}>
        {isEmpty ? (
          <MonitorsEmpty search={search} />
        ) : (
          <MonitorTableLazy {...{ list, search, store }} onSort={(sort) => onChange({ sort })} />
        )}
      </FilterNamesContext>
      {!list.isComplete && syncQuery.error !== null && <LoadNote query={syncQuery} />}
    </Card>
  )
}

function MonitorsEmpty({ search }: { readonly search: MonitorSearch }) {
  const t = useTranslations('monitors.empty')
  const { allowed } = usePermission('personal.reveal')
  // Users without permission see this instead of "no matches", so that they cannot test whether a person is monitored.
  if (!allowed && isPersonalNumber(search.q)) return <EmptyState title={t('personal')} />
  if (hasMonitorSearch(search)) return <EmptyState title={t('noMatch')}>{t('noMatchText')}</EmptyState>
  return (
    <EmptyState title={t('title')} action={<AddLink />}>
      {t('text')}
    </EmptyState>
  )
}

interface MonitorsProps {
  /** The query of the view that the page opens with if the address has none. */
  readonly view?: string | undefined
}

export function Monitors({ view }: MonitorsProps) {
  const { allowed } = usePermission('monitors.list')
  return allowed ? <MonitorsPage view={view} /> : <DeniedPage page="monitors" />
}

/** The first page is answered before the full list and its error is more specific; a retry repeats both. */
function useFailedRead(
  first: ReturnType<typeof useMonitors>['first'],
  syncQuery: ReturnType<typeof useSyncQuery>,
): ReturnType<typeof useSyncQuery> {
  const { refetch: refetchFirst, error, errorUpdatedAt, isFetching } = first
  const { refetch: refetchAll } = syncQuery
  const refetch = useCallback(async () => {
    await Promise.all([refetchFirst(), refetchAll()])
  }, [refetchFirst, refetchAll])
  return error === null ? syncQuery : { ...syncQuery, error, errorUpdatedAt, isFetching, refetch }
}

function MonitorsPage({ view }: MonitorsProps) {
  const t = useTranslations('monitors')
  const { search, change } = useAddressSearch(monitorAddress, { view, isTyped: true })
  const sync = useMonitorSync()
  const state = useMonitorState(sync)
  const { list, first } = useMonitors(search, state)
  const syncQuery = useSyncQuery(sync)
  // Created above the list, so that a failed read does not lose the selection.
  const [store] = useState(createSelectionStore)
  const jobs = useBulkJob()
  const isLoaded = list.isComplete || list.monitors.length > 0
  const failed = useFailedRead(first, syncQuery)
  const isFailed = !isLoaded && failed.error !== null
  return (
    <>
      <MonitorsHeader>
        <ViewsControl search={search} onChange={change} />
        <ColumnsControl search={search} onChange={change} />
        <PortfolioButton state={state} tags={search.tags} />
        <MonitorExportButton list={list} store={store} />
      </MonitorsHeader>
      <MonitorsToolbar search={search} onChange={change} list={list} />
      {isFailed && (
        <Card>
          <QueryFailed query={failed} contentName={t('what')} />
        </Card>
      )}
      {!isLoaded && !isFailed && (
        <QueryWaiting query={failed}>
          <MonitorsSkeleton />
        </QueryWaiting>
      )}
      {isLoaded && <MonitorsBody {...{ list, search, sync, store, jobs }} onChange={change} />}
    </>
  )
}

/** Shown when the remaining monitors failed to load: the reason and a retry, while the loaded ones stay. */
function LoadNote({ query }: { readonly query: ReturnType<typeof useSyncQuery> }) {
  const t = useTranslations('monitors.more')
  return (
    <div
      role="alert"
      className="sticky bottom-0 flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warn-soft px-4 py-2 text-warn-ink"
    >
      <p>{t('failed')}</p>
      <LazyFailureReason error={query.error} />
      <Button size="sm" onClick={() => void query.refetch()} isPending={query.isFetching} className="ml-auto">
        {t('retry')}
      </Button>
    </div>
  )
}
