'use client'

import { type KeyboardEvent, type RefObject, useState } from 'react'

interface GridKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly lastIndex: number
  readonly scrollTo: (index: number) => void
  readonly onToggle: (index: number, isRange: boolean) => void
}

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Space belongs to a checkbox or button inside the row when that has the focus. */
const isSelectKey = ({ key, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'x' || (key === ' ' && target instanceof HTMLElement && target.role === 'row')

/** One row of the grid is in the tab order; arrows move it, `x` or space selects it, with Shift the range to it. */
export function useGridKeys(active: number, setActive: (index: number) => void, options: GridKeysOptions) {
  const { ref, lastIndex, scrollTo, onToggle } = options
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isSelectKey(event)) {
      event.preventDefault()
      onToggle(active, event.shiftKey)
      return
    }
    const next = steps[event.key]?.(active, lastIndex)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    scrollTo(next)
    // The row may be mounted only by this very change.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
}

/** The row that the keyboard is on; a shorter list takes it back to its end. */
export function useActiveRow(lastIndex: number) {
  const [active, setActive] = useState(0)
  return { active: Math.max(0, Math.min(active, lastIndex)), setActive }
}
