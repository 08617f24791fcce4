'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { lazyCall } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'

import { useMonthDays, useEndpoints, useMeter } from '../use-usage'
import { type ReconciliationCheck, reconcileMonth, type ReconciliationInput, countResults } from './reconciliation'

/** Meter, days, endpoints, days, meter: one after the other, so that what is read between two must lie between them. */
async function readAround(month: Month, signal: AbortSignal): Promise<ReconciliationInput> {
  const ofMonth = { query: { month } }
  const meter = await lazyCall('usage.api', {}, { signal })
  const days = await lazyCall('usage.daily', ofMonth, { signal })
  const endpoints = await lazyCall('usage.breakdown', ofMonth, { signal })
  const daysAfter = await lazyCall('usage.daily', ofMonth, { signal })
  const meterAfter = await lazyCall('usage.api', {}, { signal })
  return { month, meter: [meter, meterAfter], days: [days.items, daysAfter.items], endpoints: endpoints.items }
}

interface Reconciliation {
  readonly checks: readonly ReconciliationCheck[]
  /** The differences may be only of the moment; a second reading is under way. */
  readonly isReadingAgain: boolean
}

/**
 * What agrees and what does not, from the answers that the page shows. Those of the current month were not read at one
 * instant: where they differ, they are read once more, in order, before anybody is told.
 */
export function useReconciliation({
  month,
  isCurrent,
}: {
  readonly month: Month
  readonly isCurrent: boolean
}): Reconciliation | undefined {
  const [days, endpoints, meter] = [useMonthDays(month), useEndpoints(month), useMeter()]
  const shown = readingOf({ month, isCurrent, days: days.data, endpoints: endpoints.data, meter: meter.data })
  const checks = shown === undefined ? [] : reconcileMonth(shown)
  const isDoubtful = isCurrent && countResults(checks).differs > 0
  const readAt = Math.max(days.dataUpdatedAt, endpoints.dataUpdatedAt, meter.dataUpdatedAt)
  const again = useQuery({
    queryKey: ['usage-reconciliation', month, readAt],
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
  if (around?.month === month) return { checks: reconcileMonth(around), isReadingAgain: false }
  return { checks, isReadingAgain: isPending }
}

interface Shown {
  readonly month: Month
  readonly isCurrent: boolean
  readonly days: { readonly items: ReconciliationInput['days'][0] } | undefined
  readonly endpoints: { readonly items: ReconciliationInput['endpoints'] } | undefined
  readonly meter: NonNullable<ReconciliationInput['meter']>[0] | undefined
}

function readingOf({ month, isCurrent, days, endpoints, meter }: Shown): ReconciliationInput | undefined {
  if (days === undefined || endpoints === undefined || (isCurrent && meter === undefined)) return undefined
  return {
    month,
    meter: isCurrent && meter !== undefined ? [meter, meter] : undefined,
    days: [days.items, days.items],
    endpoints: endpoints.items,
  }
}
