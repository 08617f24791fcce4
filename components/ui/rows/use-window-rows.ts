'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

import { rangeWithActive } from './use-virtual-rows'

/** The assumed start of the list in pixels, used only for the server's render and the first render in the browser. */
const LIKELY_TOP = 260
const LIKELY_WINDOW = { width: 1280, height: 900 }

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Pixels from the top of the document to the top of the list, updated when the content above it changes. */
function useTopOf(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(LIKELY_TOP)
  useIsomorphicLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return top
}

interface WindowRowsOptions {
  readonly ref: RefObject<HTMLElement | null>
  readonly count: number
  /** In pixels. A function, stable between renders, if rows differ in height. */
  readonly rowHeight: number | ((index: number) => number)
  /** This row stays mounted even outside the window, so that the keyboard does not lose its position. */
  readonly activeIndex: number
}

/** The mounted rows of a list that scrolls with the page. */
export function useWindowRows({ ref, count, rowHeight, activeIndex }: WindowRowsOptions) {
  const scrollMargin = useTopOf(ref)
  // oxlint-disable-next-line react/incompatible-library -- its functions read the latest state, and no compiler memoizes this code
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: typeof rowHeight === 'number' ? () => rowHeight : rowHeight,
    overscan: 8,
    scrollMargin,
    // The sticky bar and header cover the rows below them.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 16,
    initialRect: LIKELY_WINDOW,
    initialOffset: 0,
    rangeExtractor: rangeWithActive(activeIndex, count),
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  return { virtualizer, scrollMargin }
}
