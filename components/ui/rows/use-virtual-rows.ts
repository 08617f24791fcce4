'use client'

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** The visible rows plus the active one, which stays mounted so that the keyboard does not lose its position. */
export const rangeWithActive =
  (active: number, count: number) =>
  (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range)
    return active >= count || indexes.includes(active) ? indexes : [...indexes, active].sort((a, b) => a - b)
  }

interface VirtualRowsOptions {
  readonly count: number
  /** In pixels; a function if rows differ in height. */
  readonly rowHeight: number | ((index: number) => number)
  /** The index of the row with the keyboard focus, if any. */
  readonly active?: number
  readonly keyOf?: (index: number) => number | string
  /** The assumed size of the box before it is measured: on the server and in the first paint. */
  readonly initialSize?: { readonly width: number; readonly height: number }
  readonly overscan?: number
  /** Pixels at the top that are covered by a header. */
  readonly covered?: number
}

/** The mounted rows of a list inside a scrolling box; attach `ref` to the box. */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { count, rowHeight, active = count, keyOf, initialSize, overscan = 8, covered = 0 } = options
  const ref = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions read the latest state, and no compiler memoizes this code
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => ref.current,
    estimateSize: typeof rowHeight === 'number' ? () => rowHeight : rowHeight,
    overscan,
    scrollPaddingStart: covered,
    rangeExtractor: rangeWithActive(active, count),
    ...(keyOf && { getItemKey: keyOf }),
    ...(initialSize && { initialRect: initialSize }),
  })
  return { ref, virtualizer, items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize() }
}
