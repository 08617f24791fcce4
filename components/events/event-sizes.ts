'use client'

import { useMedia } from '@/components/ui/use-media'

import type { FeedEvent } from './feed-store'

/** In pixels. Heights are fixed, so that 100 000 rows need no measuring. */
const WIDE = { row: 66, day: 34 }
const NARROW = { row: 128, day: 34 }

export const useEventSizes = (): typeof WIDE => (useMedia('(max-width: 39.99rem)') ? NARROW : WIDE)

export const beginsDay = (events: readonly FeedEvent[], index: number): boolean =>
  events[index]?.day !== events[index - 1]?.day

export const heightOf = (events: readonly FeedEvent[], index: number, { row, day }: typeof WIDE): number =>
  row + (beginsDay(events, index) ? day : 0)
