'use client'

import { useTable } from '@tanstack/react-table'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

import { HeaderRow } from './header-row'
import { monitorColumns, monitorFeatures } from './monitor-columns'
import type { MonitorRecord } from './monitor-record'
import { MonitorRow, PendingRow } from './monitor-row'
import type { SelectionStore } from './selection-store'
import { useActiveRow, useGridKeys } from './use-grid-keys'
import type { MonitorList } from './use-monitor-list'
import { useRowHeight } from './use-row-height'
import { useRowSelection } from './use-row-selection'
import { useWindowRows } from './use-window-rows'

export interface MonitorTableProps extends MonitorList {
  readonly store: SelectionStore
}

/** Rows that may be asked for before they are in sight. */
const AHEAD = 60
const idOf = (monitor: MonitorRecord) => monitor.id

/** Loads on while rows are in sight that are not there yet; stops at a failure until it is retried. */
function useLoadOn({ list, monitors }: MonitorList, lastVisible: number) {
  const { hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list
  const isDue = lastVisible + AHEAD >= monitors.length
  const mayLoad = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData
  useEffect(() => {
    if (isDue && mayLoad) void fetchNextPage()
  }, [isDue, mayLoad, fetchNextPage])
}

/** The list itself: only what is in the window is in the page, whatever its length. */
export function MonitorTable({ store, ...data }: MonitorTableProps) {
  const t = useTranslations('monitors')
  const { list, monitors, total } = data
  const body = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const table = useTable({ features: monitorFeatures, columns: monitorColumns, data: monitors, getRowId: idOf })
  const { rows } = table.getRowModel()
  const lastIndex = rows.length - 1
  const { active, setActive } = useActiveRow(lastIndex)
  const count = list.hasNextPage ? Math.max(total ?? 0, rows.length + 1) : rows.length
  const { virtualizer, scrollMargin } = useWindowRows({ ref: body, count, rowHeight, activeIndex: active })
  const items = virtualizer.getVirtualItems()
  useLoadOn(data, Math.max(-1, ...items.map(({ index }) => (index === active ? -1 : index))))
  const onToggle = useRowSelection(store, monitors)
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index)
  const onKeyDown = useGridKeys(active, setActive, { ref: body, lastIndex, scrollTo, onToggle })

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('title')}
      aria-multiselectable
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={list.isPlaceholderData}
      onKeyDown={onKeyDown}
      className={classNames('outline-none', list.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
    >
      <HeaderRow />
      <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          const place = { index, top: start - scrollMargin, height: rowHeight }
          return row === undefined ? (
            <PendingRow key={`pending-${index}`} {...place} />
          ) : (
            <MonitorRow
              key={row.id}
              row={row}
              {...place}
              isActive={index === active}
              {...{ store, onToggle }}
              onFocus={setActive}
            />
          )
        })}
      </div>
    </div>
  )
}
