'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { rowStep } from '@/components/ui/rows/row-step'
import { useWindowRows } from '@/components/ui/rows/use-window-rows'

interface KeyboardRowsOptions {
  readonly count: number
  /** In pixels. A function, stable between renders, if rows differ in height. */
  readonly rowHeight: number | ((index: number) => number)
  /** Called when Shift with an arrow key moves from a row to another. */
  readonly onExtend?: (from: number, to: number) => void
}

/**
 * A virtualized list with keyboard navigation: `j` and `k` from anywhere on the page, arrows, Home and End within the
 * list, Enter to open. Attach `ref` to the list and set `data-index` on each row's button.
 */
export function useKeyboardRows({ count, rowHeight, onExtend }: KeyboardRowsOptions) {
  const ref = useRef<HTMLDivElement>(null)
  const last = count - 1
  const [chosen, setActive] = useState(0)
  const active = Math.max(0, Math.min(chosen, last))
  const { virtualizer, scrollMargin } = useWindowRows({ ref, count, rowHeight, activeIndex: active })
  const move = (index: number) => {
    const next = Math.max(0, Math.min(last, index))
    setActive(next)
    virtualizer.scrollToIndex(next)
    // The row may only be mounted by this update, so it is focused in the next frame.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const isInside = () => ref.current?.contains(document.activeElement) ?? false
  const step = (by: number) => move(isInside() ? active + by : active)
  usePageKeys({ j: () => step(1), k: () => step(-1) })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = rowStep(event.key, { active, last })
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) onExtend?.(active, next)
    move(next)
  })
  useEffect(() => {
    const list = ref.current
    list?.addEventListener('keydown', press)
    return () => list?.removeEventListener('keydown', press)
  }, [])
  return { ref, active, setActive, isInside, virtualizer, scrollMargin }
}
