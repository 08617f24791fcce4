'use client'

import { type RefObject, useEffect, useRef } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

interface MatchKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly matches: readonly BzpMatch[]
  readonly onSelect: (match: BzpMatch) => void
  readonly onDismiss: (match: BzpMatch) => void
  readonly onStar: (match: BzpMatch) => void
  readonly onRead: (match: BzpMatch) => void
  readonly onAssign: (match: BzpMatch, anchor: HTMLElement) => void
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-match]') ?? [])]
const buttonIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-open] button')
const focusRow = (row: HTMLElement | undefined) => buttonIn(row)?.focus()

/** After dismissing the focused row, the focus moves to the row in its place. */
function useRestoredFocus(ref: RefObject<HTMLElement | null>, count: number): void {
  const focusedIndex = useRef(-1)
  const lastCount = useRef(count)
  useEffect(() => {
    const list = ref.current
    const rememberFocus = () => {
      focusedIndex.current = rowsIn(list).findIndex((row) => row.contains(document.activeElement))
    }
    list?.addEventListener('focusin', rememberFocus)
    return () => list?.removeEventListener('focusin', rememberFocus)
  }, [ref])
  useEffect(() => {
    const rows = rowsIn(ref.current)
    const isFewer = count < lastCount.current
    lastCount.current = count
    if (isFewer && focusedIndex.current !== -1 && document.activeElement === document.body) {
      focusRow(rows[Math.min(focusedIndex.current, rows.length - 1)])
    }
  }, [ref, count])
}

/**
 * Handles keys: `j` and `k` move between rows, `x` selects, `e` dismisses, `s` stars, `a` assigns, `u` marks as read;
 * Enter opens.
 */
export function useMatchKeys({ ref, matches, ...actions }: MatchKeysOptions): void {
  useRestoredFocus(ref, matches.length)
  const rows = () => rowsIn(ref.current)
  const activeIndex = () => rows().findIndex((row) => row.contains(document.activeElement))
  const step = (by: number) => {
    const all = rows()
    const next = all[Math.max(0, Math.min(all.length - 1, activeIndex() === -1 ? 0 : activeIndex() + by))]
    focusRow(next)
  }
  const withActive = (act: (match: BzpMatch, anchor: HTMLElement) => void) => () => {
    const index = activeIndex()
    const [match, anchor] = [matches[index], buttonIn(rows()[index])]
    if (match !== undefined && anchor) act(match, anchor)
  }
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    x: withActive(actions.onSelect),
    e: withActive(actions.onDismiss),
    s: withActive(actions.onStar),
    a: withActive(actions.onAssign),
    u: withActive(actions.onRead),
  })
}
