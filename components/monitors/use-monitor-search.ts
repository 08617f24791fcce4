'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { type MonitorSearch, readSearch, writeSearch } from './monitor-search'

const DELAY_MS = 150

/** The text trails the typing; chips act at once. */
function useSettled(search: MonitorSearch): MonitorSearch {
  const [q, setQ] = useState(search.q)
  useEffect(() => {
    // An emptied field is meant at once.
    const timer = setTimeout(() => setQ(search.q), search.q === '' ? 0 : DELAY_MS)
    return () => clearTimeout(timer)
  }, [search.q])
  return { ...search, q }
}

/**
 * What the list is narrowed to, kept in the address without a trip to the server. `search` is what the controls show,
 * `settled` what is asked for.
 */
export function useMonitorSearch() {
  const params = useSearchParams()
  const pathname = usePathname()
  const [search, setSearch] = useState(() => readSearch(params))
  const written = useRef(params.toString())

  const routed = params.toString()
  useEffect(() => {
    // Back, forward or a link wrote the address. What the router says may trail what we wrote last; the window never does.
    const current = new URLSearchParams(window.location.search)
    if (current.toString() === written.current || current.toString() !== routed) return
    written.current = routed
    setSearch(readSearch(current))
  }, [routed])

  const settled = useSettled(search)
  const address = writeSearch(settled)
  useEffect(() => {
    const text = new URLSearchParams(address).toString()
    if (text === written.current) return
    written.current = text
    window.history.replaceState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const change = useCallback((part: Partial<MonitorSearch>) => setSearch((now) => ({ ...now, ...part })), [])
  return { search, settled, change }
}
