'use client'

import { type RefObject, useEffect, useState } from 'react'

const MARGIN = '400px'

/** True once an element has come near the part of the page that is seen: for code that those who never scroll there need not load. */
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
