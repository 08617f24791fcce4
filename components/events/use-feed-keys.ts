'use client'

import type { RefObject } from 'react'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { useRowKeys } from '@/components/layout/use-row-keys'

import type { FeedEvent } from './feed-store'

interface FeedKeysOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly active: number
  readonly setActive: (index: number) => void
  readonly events: readonly FeedEvent[]
  readonly scrollTo: (index: number) => void
  readonly onToggle: (event: FeedEvent) => void
}

/** As in every list; `u` marks as read or unread. */
export function useFeedKeys({ ref, active, setActive, events, scrollTo, onToggle }: FeedKeysOptions) {
  const goTo = (index: number) => {
    setActive(index)
    scrollTo(index)
  }
  useRowKeys({ ref, active, last: events.length - 1, goTo })
  const toggle = () => {
    const event = events[active]
    if (event && ref.current?.contains(document.activeElement)) onToggle(event)
  }
  usePageKeys({ u: toggle })
}
