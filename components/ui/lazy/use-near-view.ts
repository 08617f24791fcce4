'use client'

import { type RefObject, useEffect, useState } from 'react'

const MARGIN = '400px'

/**
 * True once the element has come near the viewport, so that code for content further down loads only for users who
 * scroll.
 */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (current === null || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear
}
