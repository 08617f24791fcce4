'use client'

import { useQuery } from '@tanstack/react-query'

import { useClock } from '@/components/ui/clock'
import { query } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'

import { currentMonth, isFinal } from './month'

/** Figures move with every call of the account; a minute is fresh enough to look at. Pauses while the page is hidden. */
const REFRESH_MS = 60_000
const KEEP_MS = 30 * 60_000
const STALE_MS = 15_000
const live = { refetchInterval: REFRESH_MS }

export const useSummary = () => useQuery({ ...query('usage.summary', {}), ...live })
export const useMeter = () => useQuery({ ...query('usage.api', {}), ...live })

type Read = { readonly state: { readonly dataUpdatedAt: number } }
/** What was read after the end of a month stays as it is, so that turning back to it costs nothing. */
const ofMonth = (month: Month) => ({
  staleTime: ({ state }: Read) => (isFinal(month, state.dataUpdatedAt) ? Infinity : STALE_MS),
  refetchInterval: ({ state }: Read) => (isFinal(month, state.dataUpdatedAt) ? (false as const) : REFRESH_MS),
  gcTime: KEEP_MS,
})

export const useDays = (month: Month) => useQuery({ ...query('usage.daily', { query: { month } }), ...ofMonth(month) })
export const useEndpoints = (month: Month) =>
  useQuery({ ...query('usage.breakdown', { query: { month } }), ...ofMonth(month) })

/** The month of the billing period, as the service names it. */
export function useCurrentMonth(): Month {
  const [summary, meter, now] = [useSummary().data, useMeter().data, useClock()]
  return currentMonth([summary, meter], now)
}
