'use client'

import { type RefObject, useEffect, useEffectEvent } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'

import type { FeedEvent } from './feed-store'

interface FeedKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly active: number
  readonly setActive: (index: number) => void
  readonly events: readonly FeedEvent[]
  readonly scrollTo: (index: number) => void
  readonly onToggle: (event: FeedEvent) => void
}

/** `j` and `k` from anywhere on the page, arrows within the list; `u` marks as read or unread, and Enter opens, as buttons do. */
export function useFeedKeys({ ref, active, setActive, events, scrollTo, onToggle }: FeedKeysOptions) {
  const last = events.length - 1
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(last, index))
    setActive(next)
    scrollTo(next)
    // The row may be mounted only by this very change.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus())
  }
  const isInside = () => ref.current?.contains(document.activeElement) ?? false
  const step = (by: number) => goTo(isInside() ? active + by : active)
  const toggle = () => {
    const event = events[active]
    if (event && isInside()) onToggle(event)
  }
  usePageKeys({ j: () => step(1), k: () => step(-1), u: toggle })

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to: Readonly<Record<string, number>> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: last }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    goTo(next)
  })
  useEffect(() => {
    const list = ref.current
    list?.addEventListener('keydown', press)
    return () => list?.removeEventListener('keydown', press)
  }, [ref])
}
