'use client'

import { useQuery } from '@tanstack/react-query'

import { useClock } from '@/components/ui/clock'
import type { Answer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { type Forecast, forecastOverage } from '@/lib/domain/forecast'
import { capInForce } from '@/lib/domain/overage'

export type Meter = Answer<'usage.api'>

/** Another owner's change and what is being spent show within half a minute. */
const REFRESH_MS = 30_000

export const useMeter = () => useQuery({ ...query('usage.api', {}), refetchInterval: REFRESH_MS })

/** The days of the meter's period; undefined while they are not known. */
export const useDays = () =>
  useQuery({ ...query('usage.daily', { query: {} }), refetchInterval: 2 * REFRESH_MS }).data?.items

/** The forecast against a cap in grosz, the one in force when none is given; null while there is too little data. */
export function useForecast(meter: Meter, capGrosz = capInForce(meter)): Forecast | null {
  const days = useDays()
  const now = new Date(useClock())
  return meter.trial === true ? null : forecastOverage(meter, days ?? [], { now, capGrosz })
}
