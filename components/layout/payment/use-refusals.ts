'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'

import { useClock } from '@/components/ui/clock'
import {
  noRefusals,
  onStorage,
  readRefusals,
  scopeRefusals,
  type StoredRefusals,
  subscribeRefusals,
} from '@/lib/client/refusals'

/** The 402s that this browser has seen and that have not expired, by pool. */
export function useRefusals(): StoredRefusals {
  const refusals = useSyncExternalStore(subscribeRefusals, readRefusals, noRefusals)
  const now = useClock()
  return useMemo(
    () => Object.fromEntries(Object.entries(refusals).filter(([, { until }]) => until > now)),
    [refusals, now],
  )
}

/** Scopes the stored refusals to one account and follows changes made in other tabs. */
export function useRefusalScope(slug: string): void {
  useEffect(() => {
    scopeRefusals(slug)
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [slug])
}
