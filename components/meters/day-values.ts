import type { DayMark, ChartDay } from '@/components/charts/series'
import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import type { Forecast } from '@/lib/domain/usage/forecast'
import type { Outlook } from '@/lib/domain/usage/outlook'
import { wholeCount } from '@/lib/domain/usage/overage'
import { kindOfDay } from '@/lib/domain/usage/pace'
import { poolFigure, hardMonthlyPools, type MonthlyFigure } from '@/lib/domain/usage/pools'

const hardFigures = hardMonthlyPools.map(poolFigure)

export const dayKeys = ['plan', 'over', ...hardFigures] as const
export type DayKey = (typeof dayKeys)[number]
export type DayValues = Readonly<Record<DayKey, number>>

type ReportedDay = { readonly [K in MonthlyFigure | 'overage_units']?: number | null | undefined }

/**
 * The chart values of a day: lookups inside and above the plan, and the pools without overage. An invalid count is
 * drawn as zero.
 */
export function dayValues(day: ReportedDay): DayValues {
  const all = wholeCount(day.lookups) ?? 0
  const overage = Math.min(all, wholeCount(day.overage_units) ?? 0)
  const others = recordOf(hardFigures, (figure) => wholeCount(day[figure]) ?? 0)
  return { plan: all - overage, over: overage, ...others }
}

export type ValuedDay = { readonly date: Day; readonly values: DayValues | null }

/** The days of the chart, lookups only. Future days show the forecast until the service stops. */
export function billableDays(days: readonly ValuedDay[], forecast: Forecast | null, now: Date): ChartDay[] {
  const today = warsawDay(now)
  let remaining = forecast === null ? 0 : forecast.atEnd.units - forecast.used - restOfToday(forecast, now)
  return days.map(({ date, values }) => {
    if (values !== null) return { date, values: { plan: values.plan, over: values.over } }
    if (forecast === null || date <= today) return { date, values: null }
    const expected = Math.max(0, Math.min(forecast.pace[kindOfDay(date)], remaining))
    remaining -= expected
    return { date, values: null, expected }
  })
}

function restOfToday({ pace }: Forecast, now: Date): number {
  const today = warsawDay(now)
  const [start, end] = [startOfDay(today).getTime(), startOfDay(addDays(today, 1)).getTime()]
  return (pace[kindOfDay(today)] * (end - now.getTime())) / (end - start)
}

export type MarkedDays = {
  readonly planEnded: Day | undefined
  readonly planEnds: Day | undefined
  readonly stops: Day | undefined
}

/** The marked days: when the plan is or will be used up, and when the service will stop. */
export function findMarkedDays({ planEnd, forecast }: Pick<Outlook, 'planEnd' | 'forecast'>, now: Date): MarkedDays {
  const dayOf = (iso: string | null | undefined) =>
    iso && Date.parse(iso) > now.getTime() ? warsawDay(new Date(iso)) : undefined
  return {
    planEnded: planEnd?.isPast === true ? planEnd.day : undefined,
    planEnds: planEnd?.isPast === false ? planEnd.day : undefined,
    stops: dayOf(forecast?.stopReachedAt),
  }
}

export const toDayMark = (
  date: Day | undefined,
  label: (date: Day) => string,
  tone: DayMark['tone'],
): readonly DayMark[] => (date === undefined ? [] : [{ date, label: label(date), tone }])
