'use client'

import { useMedia } from '@/components/ui/use-media'

import type { Density } from '../search/monitor-search'

/** Pixels; one line where there is room, else two. Fixed, so that 50 000 rows need no measuring. */
const ONE_LINE: Readonly<Record<Density, number>> = { regular: 37, compact: 29 }
const TWO_LINES = 58

/** Two lines as the variant `two-line` of the style sheet. */
export const useRowHeight = (density: Density): number =>
  useMedia('(max-width: 71.99rem)') ? TWO_LINES : ONE_LINE[density]
