'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { rowStep } from '@/components/ui/rows/row-step'

interface RowKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly active: number
  readonly last: number
  /** Makes it the active row and brings it into view; its element says `data-index`. */
  readonly goTo: (index: number) => void
}

/** `j` and `k` from anywhere on the page, arrows, Home and End within the list; Enter opens, as buttons do. */
export function useRowKeys({ ref, active, last, goTo }: RowKeysOptions) {
  const move = (index: number) => {
    const next = Math.max(0, Math.min(last, index))
    goTo(next)
    // The row may be mounted only by this very change.
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
    move(next)
  })
  useEffect(() => {
    const list = ref.current
    list?.addEventListener('keydown', press)
    return () => list?.removeEventListener('keydown', press)
  }, [ref])
}
