'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'

export type CapMeterAnswer = OperationAnswer<'usage.api'>

const REFRESH_MS = 30_000

export const useCapMeter = () => useQuery({ ...query('usage.api', {}), refetchInterval: REFRESH_MS })

/** The days of the meter's period; undefined while unknown. */
export const useCapDays = () =>
  useQuery({ ...query('usage.daily', { query: {} }), refetchInterval: 2 * REFRESH_MS }).data?.items

/** Reads the current meter; undefined on failure, which must not prevent saving. */
export function useFreshMeter() {
  const client = useQueryClient()
  return (): Promise<CapMeterAnswer | undefined> =>
    client.fetchQuery({ ...query('usage.api', {}), staleTime: 0, retry: false }).catch(() => undefined)
}
