'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryFailed, StaleNote } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

import { BulkActions } from './bulk-actions'
import { LoadMoreNote } from './load-more-note'
import { isNarrowed, type MonitorSearch, toListQuery } from './monitor-search'
import { MonitorTableLazy } from './monitor-table-lazy'
import { MonitorsHeader } from './monitors-header'
import { MonitorsSkeleton } from './monitors-skeleton'
import { MonitorsToolbar } from './monitors-toolbar'
import { SelectionBar } from './selection-bar'
import { createSelectionStore, type SelectionStore } from './selection-store'
import { useBulkDelete } from './use-bulk-delete'
import { type BulkJobs, useBulkJob } from './use-bulk-job'
import { useBulkTags } from './use-bulk-tags'
import { FilterNamesContext, useLoadedFilterNames } from './use-filter-names'
import { type MonitorList, useMonitorList } from './use-monitor-list'
import { useMonitorSearch } from './use-monitor-search'
import { usePageKeys } from './use-page-keys'
import { useSelectAll } from './use-select-all'

/** "All matching" is true of one list only: when the list becomes another, that choice is dropped, and it says so. */
function useAllMatchingGuard(store: SelectionStore, search: MonitorSearch) {
  const key = JSON.stringify(toListQuery(search))
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

interface BodyProps {
  readonly data: MonitorList
  readonly search: MonitorSearch
  readonly store: SelectionStore
  readonly jobs: BulkJobs
}

function MonitorsBody({ data, search, store, jobs }: BodyProps) {
  const t = useTranslations('monitors')
  const isDropped = useAllMatchingGuard(store, search)
  const names = useLoadedFilterNames(data.monitors)
  const touchesList = (tags: readonly string[]) => search.isUntagged || tags.some((tag) => search.tags.includes(tag))
  const applyTags = useBulkTags({ store, jobs, touchesList })
  const remove = useBulkDelete(store, jobs)
  const selectAll = useSelectAll({ store, search, jobs, data })
  usePageKeys({ Escape: store.clear })
  const isEmpty = data.monitors.length === 0 && !data.list.hasNextPage
  return (
    <Card>
      {data.list.isRefetchError && <StaleNote query={data.list} />}
      <SelectionBar
        {...{ store, data, jobs }}
        onSelectAll={() => void selectAll()}
        notice={isDropped ? t('selection.dropped') : undefined}
      >
        <BulkActions
          store={store}
          onTags={(plan, change) => void applyTags(plan, change)}
          onDelete={(ids) => void remove(ids)}
        />
      </SelectionBar>
      <FilterNamesContext value={names}>
        {isEmpty ? <MonitorsEmpty isNarrowed={isNarrowed(search)} /> : <MonitorTableLazy {...data} store={store} />}
      </FilterNamesContext>
      <LoadMoreNote data={data} />
    </Card>
  )
}

function MonitorsEmpty({ isNarrowed: isSearch }: { readonly isNarrowed: boolean }) {
  const t = useTranslations('monitors.empty')
  return <EmptyState title={t(isSearch ? 'noMatch' : 'title')}>{t(isSearch ? 'noMatchText' : 'text')}</EmptyState>
}

/** The monitors page. */
export function Monitors() {
  const t = useTranslations('monitors')
  const reading = usePermission('monitors.list')
  const { search, settled, change } = useMonitorSearch()
  const data = useMonitorList(settled, reading.allowed)
  // Above the list, so that a failed search does not take the selection away.
  const [store] = useState(createSelectionStore)
  const jobs = useBulkJob()
  const onChange = useCallback((part: Partial<MonitorSearch>) => change(part), [change])
  if (!reading.allowed) {
    return (
      <>
        <MonitorsHeader />
        <Card>
          <EmptyState title={t('denied')}>{reading.reason}</EmptyState>
        </Card>
      </>
    )
  }
  const { list } = data
  return (
    <>
      <MonitorsHeader />
      <MonitorsToolbar search={search} onChange={onChange} matching={data.total} />
      {list.data === undefined && list.isError && (
        <Card>
          <QueryFailed query={list} what={t('what')} />
        </Card>
      )}
      {list.data === undefined && !list.isError && <MonitorsSkeleton />}
      {list.data !== undefined && <MonitorsBody {...{ data, store, jobs }} search={settled} />}
    </>
  )
}
