'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Calls `restore` with the address's search when back, forward or a link wrote it; `restore` ignores what it wrote
 * itself. What the router says may trail the window, and a step back that comes before it has caught up changes nothing
 * for it: so the window is asked.
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
