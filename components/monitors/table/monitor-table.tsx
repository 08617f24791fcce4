'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useRef, useCallback, useEffect, useState, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useWindowRows } from '@/components/ui/use-window-rows'
import { monitorPath } from '@/lib/domain/routes'

import type { MonitorRecord } from '../data/monitor-record'
import type { MonitorList } from '../data/use-monitors'
import type { MonitorSearch } from '../search/monitor-search'
import type { SelectionStore } from '../selection/selection-store'
import { useRowSelection } from '../selection/use-row-selection'
import { HeaderRow, type HeaderRowProps } from './header-row'
import { MonitorRow, PendingRow, type RowActions } from './monitor-row'
import { gridStyle } from './row-layout'
import { RowTranslationsProvider } from './row-translations'
import { useGridKeys } from './use-grid-keys'
import { useRowEditor } from './use-row-editor'
import { useRowHeight } from './use-row-height'
import { useSteadyScroll } from './use-steady-scroll'

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** The way to a monitor's own page; `onClick` of the table does for the links of all rows what Next's link does for one. */
function useOpenMonitor() {
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(asRoute(monitorPath(id))), [router])
  const onClick = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || !isPlain(event)) return
      event.preventDefault()
      router.push(asRoute(link.pathname))
    },
    [router],
  )
  return { onOpen, onClick }
}

const RowEditor = lazyComponent(() => import('./row-editor').then((module) => module.MonitorRowEditor))
const DeleteMonitorDialog = lazyComponent(() =>
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
        <RowTranslationsProvider>
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
        </RowTranslationsProvider>
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

/**
 * The row that the keyboard is on: the same monitor wherever it moves to. When it is no longer in the list, the one at its
 * place, or the last.
 */
function useActiveRow(monitors: readonly MonitorRecord[]) {
  const [at, setAt] = useState({ id: '', index: 0 })
  const shown = useRef(monitors)
  useEffect(() => {
    shown.current = monitors
  }, [monitors])
  const activeIndex = useMemo(() => {
    if (monitors[at.index]?.id === at.id) return at.index
    const found = monitors.findIndex(({ id }) => id === at.id)
    return found === -1 ? Math.max(0, Math.min(at.index, monitors.length - 1)) : found
  }, [monitors, at])
  const setActive = useCallback((id: string) => {
    const index = Math.max(
      0,
      shown.current.findIndex((each) => each.id === id),
    )
    setAt((now) => (now.id === id ? now : { id, index }))
  }, [])
  return { active: monitors[activeIndex]?.id, activeIndex, setActive }
}
