'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useRestoredAddress } from './use-restored-address'

/** How a page's search stands in the address: `write` gives `''` or `?…`. One constant per page. */
export interface AddressCodec<S> {
  readonly read: (params: Pick<URLSearchParams, 'get' | 'getAll'>) => S
  readonly write: (search: S) => string
}

/** What a page is narrowed to, kept in the address without a trip to the server; back and forward restore it. */
export function useAddressSearch<S>({ read, write }: AddressCodec<S>) {
  const params = useSearchParams()
  const pathname = usePathname()
  const [search, setSearch] = useState(() => read(params))
  const written = useRef(write(search))

  useRestoredAddress(
    useCallback(
      (params) => {
        const next = read(params)
        if (write(next) === written.current) return
        written.current = write(next)
        setSearch(next)
      },
      [read, write],
    ),
  )

  const address = write(search)
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    window.history.pushState(null, '', `${pathname}${address}`)
  }, [address, pathname])

  const change = useCallback((part: Partial<S>) => setSearch((now) => ({ ...now, ...part })), [])
  return { search, change }
}
