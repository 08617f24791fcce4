'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'

export type CapMeterAnswer = OperationAnswer<'usage.api'>

/** Another owner's change and what is being spent show within half a minute. */
const REFRESH_MS = 30_000

export const useCapMeter = () => useQuery({ ...query('usage.api', {}), refetchInterval: REFRESH_MS })

/** The days of the meter's period; undefined while they are not known. */
export const useCapDays = () =>
  useQuery({ ...query('usage.daily', { query: {} }), refetchInterval: 2 * REFRESH_MS }).data?.items

/** Asks for the meter as it is now; undefined when it cannot be had, which must not stop a saving. */
export function useFreshMeter() {
  const client = useQueryClient()
  return (): Promise<CapMeterAnswer | undefined> =>
    client.fetchQuery({ ...query('usage.api', {}), staleTime: 0, retry: false }).catch(() => undefined)
}
