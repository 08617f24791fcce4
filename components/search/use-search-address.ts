'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useRef, useState } from 'react'

import { useRestoredAddress } from '@/components/ui/address/use-restored-address'

import { MAX_LETTERS } from './found-companies'

const readQuery = (params: Pick<URLSearchParams, 'get'>): string => (params.get('q') ?? '').slice(0, MAX_LETTERS)

/**
 * What stands in the field. `keep` writes what was looked for into the address, for a reload and a link; back, forward and
 * links restore it from there. What `keep` wrote comes back from the router while somebody types on, and restores nothing.
 */
export function useSearchAddress() {
  const params = useSearchParams()
  const [typed, setTyped] = useState(() => readQuery(params))
  const written = useRef(typed)
  useRestoredAddress(
    useCallback((next: URLSearchParams) => {
      const q = readQuery(next)
      if (q === written.current) return
      written.current = q
      setTyped(q)
    }, []),
  )
  const keep = useCallback((q: string) => {
    if (q === written.current) return
    written.current = q
    window.history.replaceState(null, '', `?${new URLSearchParams({ q }).toString()}`)
  }, [])
  return { typed, setTyped, keep }
}
