'use client'

import { useMedia } from '@/components/ui/use-media'

import type { Density } from '../search/monitor-search'

/** In pixels; one line if there is enough width, otherwise two. Fixed, so that 50 000 rows need no measuring. */
const ONE_LINE: Readonly<Record<Density, number>> = { regular: 37, compact: 29 }
const TWO_LINES = 58

/** Two lines under the same condition as the `two-line` variant of the style sheet. */
export const useRowHeight = (density: Density): number =>
  useMedia('(max-width: 71.99rem)') ? TWO_LINES : ONE_LINE[density]
