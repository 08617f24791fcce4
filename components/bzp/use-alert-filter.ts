'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { type AlertFilter, type AlertList, type Drafts, readFilter, writeFilter } from './alert-filter'

/**
 * The filter, kept in the address without a trip to the server: every change is a step of the browser's history, and
 * back and forward restore it. `drafts` is what stands in the inputs and is no chip yet.
 */
export function useAlertFilter() {
  const params = useSearchParams()
  const pathname = usePathname()
  const [filter, setFilter] = useState(() => readFilter(params))
  const [drafts, setDrafts] = useState<Drafts>({})
  const written = useRef(writeFilter(filter))

  const routed = params.toString()
  useEffect(() => {
    // Back, forward or a link wrote the address. What the router says may trail what we wrote last; the window never does.
    const current = new URLSearchParams(window.location.search)
    const next = readFilter(current)
    if (current.toString() !== routed || writeFilter(next) === written.current) return
    written.current = writeFilter(next)
    setFilter(next)
  }, [routed])

  const address = writeFilter(filter)
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    window.history.pushState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const change = useCallback(
    (list: AlertList, values: readonly string[]) => setFilter((now) => ({ ...now, [list]: values })),
    [],
  )
  const draft = useCallback((list: AlertList, text: string) => setDrafts((now) => ({ ...now, [list]: text })), [])
  const replace = useCallback((next: AlertFilter) => setFilter(next), [])
  return { filter, drafts, change, draft, replace, address: `${pathname}${address}` }
}
