'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useRestoredAddress } from '@/components/ui/address/use-restored-address'

import { type AlertFilter, type AlertList, type Drafts, readFilter, unreadValues, writeFilter } from './alert-filter'

/**
 * The filter, kept in the address without a trip to the server: every change is a step of the browser's history, and
 * back and forward restore it. `drafts` is what stands in the inputs and is no chip yet.
 */
export function useAlertFilter() {
  const params = useSearchParams()
  const pathname = usePathname()
  const [filter, setFilter] = useState(() => readFilter(params))
  const [unread, setUnread] = useState(() => unreadValues(params))
  const [drafts, setDrafts] = useState<Drafts>({})
  const written = useRef(writeFilter(filter))

  useRestoredAddress(
    useCallback((params) => {
      const next = readFilter(params)
      if (writeFilter(next) === written.current) return
      written.current = writeFilter(next)
      setFilter(next)
      setUnread(unreadValues(params))
    }, []),
  )

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
  /** Takes the conditions that nobody can read out of the address, too. */
  const forgetUnread = useCallback(() => {
    setUnread([])
    window.history.replaceState(null, '', `${pathname}${address}`)
  }, [pathname, address])
  return { filter, unread, forgetUnread, drafts, change, draft, replace, address: `${pathname}${address}` }
}
