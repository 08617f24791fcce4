'use client'

import type { KeyboardEvent } from 'react'

/** Rows of a leap; about a window. */
const LEAP = 12

type Step = (index: number, last: number) => number
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  PageDown: (index, last) => Math.min(last, index + LEAP),
  PageUp: (index) => Math.max(0, index - LEAP),
  Home: () => 0,
  End: (_, last) => last,
}

interface PreviewKeys {
  readonly count: number
  readonly activeRow: number
  readonly onMove: (index: number) => void
  readonly onOpen: (index: number) => void
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
const isOnRow = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.role === 'row'

/** One row of the grid is in the tab order; arrows, page keys, Home and End move it, Enter and space open it. */
export function usePreviewKeys({ count, activeRow, onMove, onOpen }: PreviewKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isPlain(event) || !isOnRow(event)) return
    const next = steps[event.key]?.(activeRow, count - 1)
    if (event.key === 'Enter' || event.key === ' ') onOpen(activeRow)
    else if (next === undefined) return
    else onMove(next)
    event.preventDefault()
  }
}
