'use client'

import { useQuery } from '@tanstack/react-query'

import { query } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'

/** Figures change with every call of the account; a minute's delay is acceptable. Pauses while the page is hidden. */
const REFRESH_MS = 60_000
const polling = { refetchInterval: REFRESH_MS }

export const useSummary = () => useQuery({ ...query('usage.summary', {}), ...polling })
export const useMeter = () => useQuery({ ...query('usage.api', {}), ...polling })
/** Days of the current period; a page that queries its month explicitly shares the answer. */
export const useMeteredDays = (month?: Month) =>
  useQuery({ ...query('usage.daily', { query: month === undefined ? {} : { month } }), ...polling })

/** The number of objects and the plan's limit (null if unlimited); undefined while unknown. */
export function usePlanPlaces(objectKind: 'monitors' | 'filters') {
  const { data } = useQuery(query('usage.summary', {}))
  return { count: data?.counts?.[objectKind], limit: data?.limits?.[objectKind] }
}
