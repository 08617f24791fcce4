'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Calls `restore` with the query of the address when the back or forward button or a link changed it; `restore` must
 * ignore changes that it made itself. The query is read from the window, because the copy of the router may lag behind
 * and misses a step back that happens before it has caught up.
 */
export function useRestoredAddress(restore: (params: URLSearchParams) => void): void {
  const routed = useSearchParams().toString()
  const pathname = usePathname()

  useEffect(() => {
    const current = new URLSearchParams(window.location.search)
    if (current.toString() === routed) restore(current)
  }, [routed, restore])

  useEffect(() => {
    const onStep = () => {
      if (window.location.pathname === pathname) restore(new URLSearchParams(window.location.search))
    }
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [pathname, restore])
}
