'use client'

import { useRouter } from 'next/navigation'
import {
  useMemo,
  useRef,
  useCallback,
  useEffect,
  useState,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
} from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useWindowRows } from '@/components/ui/rows/use-window-rows'
import { monitorPath } from '@/lib/domain/routes'

import type { MonitorRecord } from '../data/monitor-record'
import type { MonitorList } from '../data/use-monitors'
import { type MonitorSearch, toFilterKey } from '../search/monitor-search'
import type { SelectionStore } from '../selection/selection-store'
import { useRowSelection } from '../selection/use-row-selection'
import { HeaderRow, type HeaderRowProps } from './header-row'
import { restoreListFocus } from './list-focus'
import { MonitorRow, PendingRow, type RowActions } from './monitor-row'
import { gridStyle } from './row-layout'
import { RowTranslationsProvider } from './row-translations'
import { TagRoom, useTagRoom } from './tag-room'
import { useGridKeys } from './use-grid-keys'
import { useRowHeight } from './use-row-height'

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Opens a monitor's page: one `onClick` on the table does for all row links what a Next.js link does for one. */
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

const RowEditor = lazyComponent(async () => (await import('./row-editor')).MonitorRowEditor)
const DeleteMonitorDialog = lazyComponent(async () => (await import('./delete-monitor-dialog')).DeleteMonitorDialog)

export interface MonitorTableProps extends Pick<HeaderRowProps, 'onSort'> {
  readonly list: MonitorList
  readonly search: MonitorSearch
  readonly store: SelectionStore
}

export function MonitorTable({ store, list, search, onSort }: MonitorTableProps) {
  const t = useTranslations('monitors')
  const { monitors, total, isComplete } = list
  const { columns, sort, density } = search
  const body = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(density)
  // A ref, so that stable callbacks can read the current rows.
  const shown = useRef(monitors)
  useEffect(() => {
    shown.current = monitors
  }, [monitors])
  const { active, activeIndex, setActive } = useActiveRow(monitors, shown)
  const count = isComplete ? monitors.length : Math.max(total ?? 0, monitors.length)
  const { virtualizer, scrollMargin } = useWindowRows({ ref: body, count, rowHeight, activeIndex })
  useSteadyScroll({ monitors, search, rowHeight, scrollMargin })
  const tagRoom = useTagRoom(body, columns)
  const onToggle = useRowSelection(store, shown)
  const { edited, edit, close, monitorToDelete, askToDelete, stopAsking } = useRowEditor(body, shown)
  const actions = useMemo<RowActions>(
    () => ({
      onToggle,
      onFocus: setActive,
      onEdit: edit,
      onExtend: (from, to) => {
        // Towards the beginning of the selection, it shrinks.
        if (store.has(from) && store.has(to)) return onToggle(from, false)
        for (const id of [from, to]) if (!store.has(id)) onToggle(id, false)
        return undefined
      },
    }),
    [onToggle, setActive, edit, store],
  )
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index)
  const { onOpen, onClick } = useOpenMonitor()
  const onKeyDown = useGridKeys({ ref: body, monitors, activeIndex, setActive, scrollTo, actions, onOpen })

  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('list')}
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
        <TagRoom value={tagRoom}>
          <RowTranslationsProvider>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const monitor = monitors[index]
              const position = { index, top: start - scrollMargin, height: rowHeight }
              if (monitor === undefined) return <PendingRow key={`pending-${index}`} {...position} />
              return (
                <MonitorRow
                  key={monitor.id}
                  {...{ monitor, store, actions, columns }}
                  {...position}
                  isActive={monitor.id === active}
                />
              )
            })}
          </RowTranslationsProvider>
        </TagRoom>
      </div>
      {edited !== undefined && (
        <RowEditor key={edited.monitor.id} {...edited} store={store} onClose={close} onDelete={askToDelete} />
      )}
      {monitorToDelete !== undefined && (
        <DeleteMonitorDialog key={monitorToDelete.id} monitor={monitorToDelete} store={store} onClose={stopAsking} />
      )}
    </div>
  )
}

/**
 * The row with the keyboard focus follows its monitor. If the monitor leaves the list, the row at the same
 * position or the last one becomes active.
 */
function useActiveRow(monitors: readonly MonitorRecord[], shown: RefObject<readonly MonitorRecord[]>) {
  const [focusedRow, setFocusedRow] = useState({ id: '', index: 0 })
  const activeIndex = useMemo(() => {
    if (monitors[focusedRow.index]?.id === focusedRow.id) return focusedRow.index
    const found = monitors.findIndex(({ id }) => id === focusedRow.id)
    return found === -1 ? Math.max(0, Math.min(focusedRow.index, monitors.length - 1)) : found
  }, [monitors, focusedRow])
  const setActive = useCallback(
    (id: string) => {
      const index = shown.current.findIndex((each) => each.id === id)
      setFocusedRow((now) => (now.id === id ? now : { id, index: Math.max(0, index) }))
    },
    [shown],
  )
  return { active: monitors[activeIndex]?.id, activeIndex, setActive }
}

interface EditedRow {
  /** The monitor when the editor opened, so that changes by others do not overwrite typed text. */
  readonly monitor: MonitorRecord
  /** The row next to which it is shown, and which gets the focus back. */
  readonly triggerRef: RefObject<HTMLElement | null>
}

/**
 * The row being edited and the one whose deletion is being confirmed. Ids are escaped in selectors, because a remote
 * service may use any characters.
 */
function useRowEditor(body: RefObject<HTMLElement | null>, shown: RefObject<readonly MonitorRecord[]>) {
  const [edited, setEdited] = useState<EditedRow>()
  const [monitorToDelete, setMonitorToDelete] = useState<MonitorRecord>()
  const edit = useCallback(
    (id: string) => {
      const monitor = shown.current.find((each) => each.id === id)
      if (monitor === undefined) return
      const current = body.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null
      setEdited({ monitor, triggerRef: { current } })
    },
    [body, shown],
  )
  const close = useCallback(() => setEdited(undefined), [])
  const askToDelete = () => {
    setMonitorToDelete(edited?.monitor)
    close()
  }
  /** The focused row may have been deleted; the focus moves to the row in its place. */
  const stopAsking = () => {
    setMonitorToDelete(undefined)
    restoreListFocus()
  }
  return { edited, edit, close, monitorToDelete, askToDelete, stopAsking }
}

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

interface SteadyOptions {
  readonly monitors: readonly MonitorRecord[]
  readonly search: MonitorSearch
  readonly rowHeight: number
  readonly scrollMargin: number
}

/** The height of the part of the window whose rows are covered by fixed bars at the top. */
const COVERED_PX = 96

/**
 * Scrolls along when monitors above the reader's position appear or disappear, so that the same row stays in place. A
 * new search or sort is a different list and keeps the scroll position.
 */
function useSteadyScroll({ monitors, search, rowHeight, scrollMargin }: SteadyOptions): void {
  const key = `${toFilterKey(search)} ${JSON.stringify(search.sort ?? null)}`
  const before = useRef({ key, monitors })
  useIsomorphicLayoutEffect(() => {
    const { key: oldKey, monitors: old } = before.current
    before.current = { key, monitors }
    if (oldKey !== key || old === monitors) return
    const top = Math.floor((window.scrollY + COVERED_PX - scrollMargin) / rowHeight)
    const rowAtTop = old[top]
    if (top <= 0 || rowAtTop === undefined || monitors[top]?.id === rowAtTop.id) return
    const newTop = monitors.findIndex(({ id }) => id === rowAtTop.id)
    if (newTop !== -1) window.scrollBy({ top: (newTop - top) * rowHeight, behavior: 'instant' })
  }, [key, monitors, rowHeight, scrollMargin])
}
