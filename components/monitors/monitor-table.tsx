'use client'

import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { lazyPart } from '@/components/ui/lazy-part'
import { useWindowRows } from '@/components/ui/use-window-rows'

import { HeaderRow, type HeaderRowProps } from './header-row'
import { MonitorRow, PendingRow, type RowActions } from './monitor-row'
import type { MonitorSearch } from './monitor-search'
import { gridStyle } from './row-layout'
import { RowWordsProvider } from './row-words'
import type { SelectionStore } from './selection-store'
import { useActiveRow } from './use-active-row'
import { useGridKeys } from './use-grid-keys'
import type { MonitorList } from './use-monitors'
import { useOpenMonitor } from './use-open-monitor'
import { useRowEditor } from './use-row-editor'
import { useRowHeight } from './use-row-height'
import { useRowSelection } from './use-row-selection'
import { useSteadyScroll } from './use-steady-scroll'

const RowEditor = lazyPart(() => import('./row-editor').then((module) => module.RowEditor))
const DeleteMonitorDialog = lazyPart(() =>
  import('./delete-monitor-dialog').then((module) => module.DeleteMonitorDialog),
)

export interface MonitorTableProps extends Pick<HeaderRowProps, 'onSort'> {
  readonly list: MonitorList
  readonly search: MonitorSearch
  readonly store: SelectionStore
}

/** The list itself: only what is in the window is in the page, whatever its length. */
export function MonitorTable({ store, list, search, onSort }: MonitorTableProps) {
  const t = useTranslations('monitors')
  const { monitors, total, isComplete } = list
  const { columns, sort, density } = search
  const body = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(density)
  const { active, activeIndex, setActive } = useActiveRow(monitors)
  const count = isComplete ? monitors.length : Math.max(total ?? 0, monitors.length)
  const { virtualizer, scrollMargin } = useWindowRows({ ref: body, count, rowHeight, activeIndex })
  useSteadyScroll({ monitors, search, rowHeight, scrollMargin })
  const onToggle = useRowSelection(store, monitors)
  const { edited, edit, close, doomed, askToDelete, stopAsking } = useRowEditor(body, monitors)
  const actions = useMemo<RowActions>(
    () => ({ onToggle, onFocus: setActive, onEdit: edit }),
    [onToggle, setActive, edit],
  )
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index)
  const { onOpen, onClick } = useOpenMonitor()
  const onKeyDown = useGridKeys({ ref: body, monitors, activeIndex, setActive, scrollTo, actions, onOpen })

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('title')}
      aria-multiselectable
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={!isComplete}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={gridStyle(columns)}
      className="outline-none"
    >
      <HeaderRow columns={columns} sort={sort} onSort={onSort} />
      <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        <RowWordsProvider>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const monitor = monitors[index]
            const place = { index, top: start - scrollMargin, height: rowHeight }
            if (monitor === undefined) return <PendingRow key={`pending-${index}`} {...place} />
            return (
              <MonitorRow
                key={monitor.id}
                {...{ monitor, store, actions, columns }}
                {...place}
                isActive={monitor.id === active}
              />
            )
          })}
        </RowWordsProvider>
      </div>
      {edited !== undefined && (
        <RowEditor key={edited.monitor.id} {...edited} store={store} onClose={close} onDelete={askToDelete} />
      )}
      {doomed !== undefined && (
        <DeleteMonitorDialog key={doomed.id} monitor={doomed} store={store} onClose={stopAsking} />
      )}
    </div>
  )
}
