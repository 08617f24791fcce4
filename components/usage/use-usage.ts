'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useMeter, useSummary } from '@/components/meters/use-meters'
import { useClock } from '@/components/ui/clock'
import { query } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'
import { clockSkewMs } from '@/lib/domain/server-clock'

import { currentMonth, firstUsageMonth, isFinal, previousMonth } from './month'

/** Figures change with every call of the account; a minute's delay is acceptable. Pauses while the page is hidden. */
const REFRESH_MS = 60_000
const CACHE_MS = 30 * 60_000
const STALE_MS = 15_000

export { useMeter, useSummary }

type MonthQuery = { readonly state: { readonly dataUpdatedAt: number } }
/** A month read after its end never changes, so that returning to it needs no request. */
const monthOptions = (month: Month) => ({
  staleTime: ({ state }: MonthQuery) => (isReadFinal(month, state) ? Infinity : STALE_MS),
  refetchInterval: ({ state }: MonthQuery) => (isReadFinal(month, state) ? (false as const) : REFRESH_MS),
  gcTime: CACHE_MS,
})
/** Uses the server's clock, because a fast clock on this device would treat the last hour of a month as past. */
const isReadFinal = (month: Month, { dataUpdatedAt }: MonthQuery['state']): boolean =>
  isFinal(month, dataUpdatedAt + clockSkewMs())

export const useMonthDays = (month: Month) =>
  useQuery({ ...query('usage.daily', { query: { month } }), ...monthOptions(month) })
export const useEndpoints = (month: Month) =>
  useQuery({ ...query('usage.breakdown', { query: { month } }), ...monthOptions(month) })

/** The month of the billing period, as named by the service. */
export function useCurrentMonth(): Month {
  const [summary, meter, now] = [useSummary().data, useMeter().data, useClock()]
  return currentMonth([summary, meter], now)
}

/** The first month of the account, the earliest to show or compare with. */
export const useFirstMonth = (): Month => firstUsageMonth(useAccountFacts().since)

/** Prefetches a month before the user opens it. A cached month is not requested again. */
export function usePrefetchMonth(): (month: Month | undefined) => void {
  const client = useQueryClient()
  const first = useFirstMonth()
  return (month) => {
    if (month === undefined) return
    const before = previousMonth(month, first)
    const needed = before === undefined ? [month] : [month, before]
    for (const each of needed)
      void client.prefetchQuery({ ...query('usage.daily', { query: { month: each } }), ...monthOptions(each) })
    void client.prefetchQuery({ ...query('usage.breakdown', { query: { month } }), ...monthOptions(month) })
  }
}
