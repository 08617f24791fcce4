'use client'

import type { KeyboardEvent, RefObject } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { rowStep } from '@/components/ui/rows/row-step'

import type { MonitorRecord } from '../data/monitor-record'
import type { RowActions } from './monitor-row'

interface GridKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly monitors: readonly MonitorRecord[]
  readonly activeIndex: number
  readonly setActive: (id: string) => void
  readonly scrollTo: (index: number) => void
  readonly actions: RowActions
  readonly onOpen: (id: string) => void
}

/** The number of rows that Page Up and Page Down move by, about one window. */
const LEAP = 20

/** The same letters as in other lists with keyboard navigation. */
const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

const isOnRow = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.role === 'row'
/** Space belongs to a focused checkbox or button inside the row. */
const isSelectKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'x' || (event.key === ' ' && isOnRow(event))
const isExtendKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')
const isEditKey = ({ key }: KeyboardEvent): boolean => key === 'e' || key === 'F2'
const isOpenKey = (event: KeyboardEvent): boolean => event.key === 'Enter' && isOnRow(event)
const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
const isInGrid = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Node && currentTarget.contains(target)

/**
 * One row of the grid is in the tab order. Arrows, `j` and `k` (from anywhere on the page) move it, `x` or space
 * selects it, Shift with them or with an arrow extends the selection, `e` edits, Enter opens.
 */
export function useGridKeys({ ref, monitors, activeIndex, setActive, scrollTo, actions, onOpen }: GridKeysOptions) {
  const active = monitors[activeIndex]
  const move = (to: number) => {
    const monitor = monitors[to]
    if (monitor === undefined) return
    setActive(monitor.id)
    scrollTo(to)
    // The row may only be mounted by this update, so it is focused in the next frame.
    requestAnimationFrame(() =>
      ref.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(monitor.id)}"]`)?.focus(),
    )
  }
  // From elsewhere on the page the keys first move to the active row.
  const moveIntoGrid = () => {
    if (ref.current?.contains(document.activeElement) !== true) move(activeIndex)
  }
  usePageKeys({ j: moveIntoGrid, k: moveIntoGrid })
  return (event: KeyboardEvent<HTMLElement>) => {
    // React also bubbles events from dialogs that a row opened.
    if (!isPlain(event) || !isInGrid(event) || active === undefined) return
    const position = { active: activeIndex, last: monitors.length - 1, leap: LEAP }
    const next = rowStep(letters[event.key] ?? event.key, position)
    if (isSelectKey(event)) actions.onToggle(active.id, event.shiftKey)
    else if (isEditKey(event)) actions.onEdit(active.id)
    else if (isOpenKey(event)) onOpen(active.id)
    else if (next === undefined) return
    else {
      const neighbour = monitors[next]
      if (isExtendKey(event) && neighbour !== undefined && next !== activeIndex)
        actions.onExtend(active.id, neighbour.id)
      move(next)
    }
    event.preventDefault()
  }
}
