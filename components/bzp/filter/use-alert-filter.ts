'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useRestoredAddress } from '@/components/ui/address/use-restored-address'

import type { AlertFilter, AlertLimit, AlertList, Drafts } from './alert-filter'
import { isAddressable, readSearchState, type SearchState, invalidConditions, writeSearchState } from './search-state'

/**
 * The filter, stored in the address without a request to the server: every change is an entry of the browser's history,
 * so that back and forward restore it. A filter that is too long for an address is held by the page only, because a
 * server would refuse it. `drafts` are texts in the inputs that are not chips yet.
 */
export function useAlertFilter() {
  const params = useSearchParams()
  const pathname = usePathname()
  const [state, setState] = useState(() => readSearchState(params))
  const [invalid, setInvalid] = useState(() => invalidConditions(params))
  const [drafts, setDrafts] = useState<Drafts>({})
  const lastAddress = useRef(writeSearchState(state))

  useRestoredAddress(
    useCallback((params) => {
      const next = readSearchState(params)
      if (writeSearchState(next) === lastAddress.current) return
      lastAddress.current = writeSearchState(next)
      setState(next)
      setInvalid(invalidConditions(params))
    }, []),
  )

  const address = writeSearchState(state)
  const hasAddress = isAddressable(address)
  useEffect(() => {
    if (address === lastAddress.current || !isAddressable(address)) return
    lastAddress.current = address
    window.history.pushState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const changeFilter = useCallback((change: (filter: AlertFilter) => AlertFilter) => {
    setState((now) => ({ ...now, filter: change(now.filter) }))
  }, [])
  const changeList = useCallback(
    (list: AlertList, values: readonly string[]) => changeFilter((now) => ({ ...now, [list]: values })),
    [changeFilter],
  )
  const changeLimits = useCallback(
    (limits: Pick<AlertFilter, AlertLimit>) => changeFilter((now) => ({ ...now, ...limits })),
    [changeFilter],
  )
  const changeDraft = useCallback((list: AlertList, text: string) => setDrafts((now) => ({ ...now, [list]: text })), [])
  const replace = useCallback((next: AlertFilter) => changeFilter(() => next), [changeFilter])
  /** Changes several parts of the address in one entry of the history. */
  const changeState = useCallback((next: Partial<SearchState>) => setState((now) => ({ ...now, ...next })), [])
  const forgetInvalid = useCallback(() => {
    setInvalid([])
    window.history.replaceState(null, '', `${pathname}${address}`)
  }, [pathname, address])
  return {
    ...state,
    hasAddress,
    invalid,
    forgetInvalid,
    drafts,
    changeList,
    changeLimits,
    changeDraft,
    replace,
    changeState,
    pathname,
  }
}
