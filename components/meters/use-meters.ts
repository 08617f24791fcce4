'use client'

import { useQuery } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'

/** Figures move with every call of the account; a minute is fresh enough to look at. Pauses while the page is hidden. */
const REFRESH_MS = 60_000
const live = { refetchInterval: REFRESH_MS }

export const useSummary = () => useQuery({ ...query('usage.summary', {}), ...live })
export const useMeter = () => useQuery({ ...query('usage.api', {}), ...live })
/** Of the current period; a page that asks for its month by name shares its answer. */
export const useMeteredDays = (month?: Month) =>
  useQuery({ ...query('usage.daily', { query: month === undefined ? {} : { month } }), ...live })

/** How many of something the account has, and how many its plan holds, null without a limit; undefined where nobody says. */
export function usePlanPlaces(of: 'monitors' | 'filters') {
  const { data } = useQuery(query('usage.summary', {}))
  return { count: data?.counts?.[of], limit: data?.limits?.[of] }
}
