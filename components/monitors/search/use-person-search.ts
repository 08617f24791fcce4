'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { usePermission } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

/** More monitors of one person than anybody has. */
const LIMIT = 100
const nobody: ReadonlySet<string> = new Set()

/**
 * The monitors of the person whose whole number is looked for. The browser has the numbers masked, so the service is
 * asked, by those who may; the number goes in a header and stays out of the address.
 */
export function usePersonSearch(q: string): ReadonlySet<string> {
  const { allowed } = usePermission('personal.reveal')
  const pesel = checkIdentifier('pesel', q)
  const { data } = useQuery({
    ...query('monitors.list', { query: { q: pesel.ok ? pesel.value : '', limit: LIMIT } }),
    enabled: allowed && pesel.ok,
    gcTime: 0,
  })
  return useMemo(() => (data && pesel.ok ? new Set(data.items.map(({ id }) => id)) : nobody), [data, pesel.ok])
}
