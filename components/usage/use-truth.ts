'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Month } from '@/lib/domain/calendar'

import { type Check, checksOf, type Reading, tallyOf } from './truth'
import { useDays, useEndpoints, useMeter } from './use-usage'

/** Meter, days, endpoints, days, meter: one after the other, so that what is read between two must lie between them. */
async function readAround(month: Month, signal: AbortSignal): Promise<Reading> {
  const { call } = await import('@/lib/client/browser')
  const ofMonth = { query: { month } }
  const meter = await call('usage.api', {}, { signal })
  const days = await call('usage.daily', ofMonth, { signal })
  const endpoints = await call('usage.breakdown', ofMonth, { signal })
  const daysAfter = await call('usage.daily', ofMonth, { signal })
  const meterAfter = await call('usage.api', {}, { signal })
  return { month, meter: [meter, meterAfter], days: [days.items, daysAfter.items], endpoints: endpoints.items }
}

interface Truth {
  readonly checks: readonly Check[]
  /** The differences may be only of the moment; a second reading is under way. */
  readonly isReadingAgain: boolean
}

/**
 * What agrees and what does not, from the answers that the page shows. Those of the current month were not read at one
 * instant: where they differ, they are read once more, in order, before anybody is told.
 */
export function useTruth({
  month,
  isCurrent,
}: {
  readonly month: Month
  readonly isCurrent: boolean
}): Truth | undefined {
  const [days, endpoints, meter] = [useDays(month), useEndpoints(month), useMeter()]
  const shown = readingOf({ month, isCurrent, days: days.data, endpoints: endpoints.data, meter: meter.data })
  const checks = shown === undefined ? [] : checksOf(shown)
  const isDoubtful = isCurrent && tallyOf(checks).differs > 0
  const readAt = Math.max(days.dataUpdatedAt, endpoints.dataUpdatedAt, meter.dataUpdatedAt)
  const again = useQuery({
    queryKey: ['usage-truth', month, readAt],
    queryFn: ({ signal }) => readAround(month, signal),
    enabled: isDoubtful,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (shown === undefined) return undefined
  if (!isDoubtful) return { checks, isReadingAgain: false }
  const { data: around, isPending } = again
  if (around?.month === month) return { checks: checksOf(around), isReadingAgain: false }
  return { checks, isReadingAgain: isPending }
}

interface Shown {
  readonly month: Month
  readonly isCurrent: boolean
  readonly days: { readonly items: Reading['days'][0] } | undefined
  readonly endpoints: { readonly items: Reading['endpoints'] } | undefined
  readonly meter: NonNullable<Reading['meter']>[0] | undefined
}

function readingOf({ month, isCurrent, days, endpoints, meter }: Shown): Reading | undefined {
  if (days === undefined || endpoints === undefined || (isCurrent && meter === undefined)) return undefined
  return {
    month,
    meter: isCurrent && meter !== undefined ? [meter, meter] : undefined,
    days: [days.items, days.items],
    endpoints: endpoints.items,
  }
}
