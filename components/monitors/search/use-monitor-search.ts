'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useRestoredAddress } from '@/components/ui/address/use-restored-address'
import { useSettled } from '@/components/ui/use-settled'

import { type MonitorSearch, readMonitorSearch, writeMonitorSearch } from './monitor-search'

/** The address trails the typing: a browser refuses to have it rewritten with every key. */
const DELAY_MS = 350

/**
 * What the list is narrowed to and how it looks, kept in the address without a trip to the server. `view`: what the page
 * opens with when its address says nothing.
 */
export function useMonitorSearch(view: string | undefined) {
  const params = useSearchParams()
  const pathname = usePathname()
  const [search, setSearch] = useState(() =>
    readMonitorSearch(params.size === 0 && view !== undefined ? new URLSearchParams(view) : params),
  )
  const written = useRef(params.toString())

  useRestoredAddress(
    useCallback((current) => {
      if (current.toString() === written.current) return
      written.current = current.toString()
      setSearch(readMonitorSearch(current))
    }, []),
  )

  const address = useSettled(writeMonitorSearch(search), DELAY_MS)
  useEffect(() => {
    const text = new URLSearchParams(address).toString()
    if (text === written.current) return
    written.current = text
    window.history.replaceState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const change = useCallback((part: Partial<MonitorSearch>) => setSearch((now) => ({ ...now, ...part })), [])
  return { search, change }
}
