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

/** Rows of a leap; about a window. */
const LEAP = 20

/** As in other lists that are gone through with the keyboard. */
const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

const isOnRow = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.role === 'row'
/** Space belongs to a checkbox or button inside the row when that has the focus. */
const isSelectKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'x' || (event.key === ' ' && isOnRow(event))
const isEditKey = ({ key }: KeyboardEvent): boolean => key === 'e' || key === 'F2'
const isOpenKey = (event: KeyboardEvent): boolean => event.key === 'Enter' && isOnRow(event)
const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
const isInGrid = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Node && currentTarget.contains(target)

/** One row of the grid is in the tab order; arrows, `j` and `k` (from anywhere on the page) move it, `x` or space selects it, with Shift the range to it, `e` edits, Enter opens. */
export function useGridKeys({ ref, monitors, activeIndex, setActive, scrollTo, actions, onOpen }: GridKeysOptions) {
  const active = monitors[activeIndex]
  const move = (to: number) => {
    const monitor = monitors[to]
    if (monitor === undefined) return
    setActive(monitor.id)
    scrollTo(to)
    // The row may be mounted only by this very change.
    requestAnimationFrame(() =>
      ref.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(monitor.id)}"]`)?.focus(),
    )
  }
  // From elsewhere on the page they lead to the row that the keyboard was on; the first time there is nothing to step from.
  const enter = () => {
    if (ref.current?.contains(document.activeElement) !== true) move(activeIndex)
  }
  usePageKeys({ j: enter, k: enter })
  return (event: KeyboardEvent<HTMLElement>) => {
    // React hands on what happens in a dialog that a row opened.
    if (!isPlain(event) || !isInGrid(event) || active === undefined) return
    const place = { active: activeIndex, last: monitors.length - 1, leap: LEAP }
    const next = rowStep(letters[event.key] ?? event.key, place)
    if (isSelectKey(event)) actions.onToggle(active.id, event.shiftKey)
    else if (isEditKey(event)) actions.onEdit(active.id)
    else if (isOpenKey(event)) onOpen(active.id)
    else if (next === undefined) return
    else move(next)
    event.preventDefault()
  }
}
