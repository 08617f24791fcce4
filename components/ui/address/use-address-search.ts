'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

import type { Address } from '@/lib/domain/address'

import { useRestoredAddress } from './use-restored-address'

/** The address is updated with a delay, because browsers reject an update on every key. */
const TYPING_MS = 350

interface AddressSearchOptions {
  /** The view that the page opens with if its address names none. */
  readonly view?: string | undefined
  /**
   * True for a search that changes with every key: the address follows with a delay and replaces the current history
   * entry.
   */
  readonly isTyped?: boolean
}

const queryOf = (params: { toString: () => string; size: number }) => (params.size === 0 ? '' : `?${params.toString()}`)

/** Stores a page's filters in the address without a server request; back and forward restore them. */
export function useAddressSearch<S>({ read, write }: Address<S>, { view, isTyped = false }: AddressSearchOptions = {}) {
  const params = useSearchParams()
  const pathname = usePathname()
  const [search, setSearch] = useState(() => read(params.size === 0 ? new URLSearchParams(view) : params))
  const lastWrittenAddress = useRef(isTyped ? queryOf(params) : write(search))

  useRestoredAddress(
    useCallback(
      (params) => {
        const next = read(params)
        if ([write(next), queryOf(params)].includes(lastWrittenAddress.current)) return
        lastWrittenAddress.current = write(next)
        setSearch(next)
      },
      [read, write],
    ),
  )

  const address = write(search)
  useEffect(() => {
    if (address === lastWrittenAddress.current) return undefined
    const writeAddress = (method: 'pushState' | 'replaceState') => {
      lastWrittenAddress.current = address
      window.history[method](null, '', `${pathname}${address}`)
    }
    if (!isTyped) return writeAddress('pushState')
    const timer = setTimeout(() => writeAddress('replaceState'), TYPING_MS)
    return () => clearTimeout(timer)
  }, [address, pathname, isTyped])

  const change = useCallback((part: Partial<S>) => setSearch((now) => ({ ...now, ...part })), [])
  return { search, change }
}
