'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { noSearch, readSearch, type ReportSearch, writeSearch } from './report-search'

/** What the index is narrowed to, kept in the address without a trip to the server; back and forward restore it. */
export function useReportSearch() {
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

  const change = useCallback((part: Partial<ReportSearch>) => setSearch((now) => ({ ...now, ...part })), [])
  const clear = useCallback(() => setSearch(noSearch), [])
  return { search, change, clear }
}
