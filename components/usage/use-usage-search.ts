'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { readSearch, type UsageSearch, writeSearch } from './usage-search'

/** Month, order and filter of the page, kept in the address without a trip to the server; back and forward restore them. */
export function useUsageSearch() {
  const params = useSearchParams()
  const pathname = usePathname()
  const [search, setSearch] = useState(() => readSearch(params))
  const written = useRef(writeSearch(search))

  const routed = params.toString()
  useEffect(() => {
    // What the router says may trail what we wrote last; the window never does.
    const current = new URLSearchParams(window.location.search)
    const next = readSearch(current)
    if (current.toString() !== routed || writeSearch(next) === written.current) return
    written.current = writeSearch(next)
    setSearch(next)
  }, [routed])

  const address = writeSearch(search)
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    window.history.pushState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const change = useCallback((part: Partial<UsageSearch>) => setSearch((now) => ({ ...now, ...part })), [])
  return { search, change }
}
