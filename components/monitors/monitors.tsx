'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { QueryFailed, QueryWaiting, StaleNote } from '@/components/layout/query-states'
import { usePageKeys } from '@/components/layout/use-page-keys'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

import { BulkActionsLazy } from './bulk/bulk-actions-lazy'
import { type BulkJobs, useBulkJob } from './bulk/use-bulk-job'
import type { MonitorChanges } from './data/monitor-store'
import type { MonitorSync } from './data/monitor-sync'
import { FilterNamesContext } from './data/use-filter-names'
import { useLiveMonitors } from './data/use-live-monitors'
import { type MonitorList, useMonitorSync, useMonitors, useMonitorState } from './data/use-monitors'
import { useSyncQuery } from './data/use-sync-query'
import { MonitorExportButton } from './export/export-button'
import { LoadNote } from './load-note'
import { MonitorsHeader } from './monitors-header'
import { MonitorsSkeleton } from './monitors-skeleton'
import { MonitorsToolbar } from './monitors-toolbar'
import { PortfolioButton } from './portfolio-button'
import { hasMonitorSearch, monitorAddress, type MonitorSearch, toFilterKey } from './search/monitor-search'
import { SelectionBar } from './selection/selection-bar'
import { createSelectionStore, type SelectionStore } from './selection/selection-store'
import { useSelectAll } from './selection/use-select-all'
import { MonitorTableLazy } from './table/monitor-table-lazy'
import { ColumnsControl, ViewsControl } from './views/list-controls'

/** "All matching" is true of one list only: when the list becomes another, that choice is dropped, and it says so. */
function useAllMatchingGuard(store: SelectionStore, search: MonitorSearch) {
  const key = toFilterKey(search)
  const shown = useRef(key)
  const [isDropped, setIsDropped] = useState(false)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    const isAll = store.read().allSince !== undefined
    if (isAll) store.clear()
    setIsDropped(isAll)
  }, [key, store])
  return isDropped
}

/** Says what others added and deleted; what was deleted is no longer selected. */
function useTellChanges(store: SelectionStore) {
  const t = useTranslations('monitors.live')
  const counted = useCountValues()
  return ({ added, removed }: MonitorChanges) => {
    const lost = removed.filter((id) => store.has(id))
    if (lost.length > 0) store.drop(lost)
    const parts = [
      added.length > 0 && t('added', counted(added.length)),
      removed.length > 0 && t('removed', counted(removed.length)),
      lost.length > 0 && t('lost', counted(lost.length)),
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
  useLiveMonitors(sync, { isPaused: jobs.job !== undefined, onChanges: useTellChanges(store) })
  const reading = useSyncQuery(sync)
  const isEmpty = list.isComplete && list.monitors.length === 0
  return (
    <Card>
      <p className="hidden p-4 print:block">{t('printNote')}</p>
      {list.isComplete && reading.error !== null && <StaleNote query={reading} />}
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
      {!list.isComplete && reading.error !== null && <LoadNote query={reading} />}
    </Card>
  )
}

function MonitorsEmpty({ search }: { readonly search: MonitorSearch }) {
  const t = useTranslations('monitors.empty')
  const { allowed } = usePermission('personal.reveal')
  // Not that there is none: who may not see numbers of persons cannot learn by them who is watched.
  if (!allowed && isPersonalNumber(search.q)) return <EmptyState title={t('personal')} />
  const isSearch = hasMonitorSearch(search)
  return <EmptyState title={t(isSearch ? 'noMatch' : 'title')}>{t(isSearch ? 'noMatchText' : 'text')}</EmptyState>
}

interface MonitorsProps {
  /** The query part of the view that the page opens with when its address says nothing. */
  readonly view?: string | undefined
}

/** The monitors page. */
export function Monitors({ view }: MonitorsProps) {
  const { allowed } = usePermission('monitors.list')
  return allowed ? <MonitorsPage view={view} /> : <DeniedPage page="monitors" />
}

/** The first page answers sooner than all of them, and its refusal says more; asking again asks for both. */
function useFailedReading(
  first: ReturnType<typeof useMonitors>['first'],
  reading: ReturnType<typeof useSyncQuery>,
): ReturnType<typeof useSyncQuery> {
  const { refetch: refetchFirst, error, errorUpdatedAt, isFetching } = first
  const { refetch: refetchAll } = reading
  const refetch = useCallback(async () => {
    await Promise.all([refetchFirst(), refetchAll()])
  }, [refetchFirst, refetchAll])
  return error === null ? reading : { ...reading, error, errorUpdatedAt, isFetching, refetch }
}

function MonitorsPage({ view }: MonitorsProps) {
  const t = useTranslations('monitors')
  const { search, change } = useAddressSearch(monitorAddress, { view, isTyped: true })
  const sync = useMonitorSync()
  const state = useMonitorState(sync)
  const { list, first } = useMonitors(search, state)
  const reading = useSyncQuery(sync)
  // Above the list, so that a failed reading does not take the selection away.
  const [store] = useState(createSelectionStore)
  const jobs = useBulkJob()
  const isThere = list.isComplete || list.monitors.length > 0
  const failed = useFailedReading(first, reading)
  const isFailed = !isThere && failed.error !== null
  return (
    <>
      <MonitorsHeader>
        <ViewsControl search={search} onChange={change} />
        <ColumnsControl search={search} onChange={change} />
        <PortfolioButton tags={search.tags} />
        <MonitorExportButton list={list} store={store} />
      </MonitorsHeader>
      <MonitorsToolbar search={search} onChange={change} list={list} />
      {isFailed && (
        <Card>
          <QueryFailed query={failed} what={t('what')} />
        </Card>
      )}
      {!isThere && !isFailed && (
        <QueryWaiting query={failed}>
          <MonitorsSkeleton />
        </QueryWaiting>
      )}
      {isThere && <MonitorsBody {...{ list, search, sync, store, jobs }} onChange={change} />}
    </>
  )
}
