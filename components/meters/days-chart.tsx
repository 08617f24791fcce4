'use client'

import { useLocale, useTranslations } from 'use-intl'

import { ChartLegend } from '@/components/charts/chart-legend'
import type { DayMark, Series } from '@/components/charts/series'
import { SparkBars } from '@/components/charts/spark-bars'
import { UsageBarsLazy } from '@/components/charts/usage-bars-lazy'
import { useClock } from '@/components/ui/clock'
import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'
import type { Forecast } from '@/lib/domain/usage/forecast'
import type { PlanEnd } from '@/lib/domain/usage/outlook'
import { poolFigure, type HardMonthlyPool, hardMonthlyPools } from '@/lib/domain/usage/pools'

import { billableDays, toDayMark, findMarkedDays, type ValuedDay } from './day-values'

interface DaysChartProps {
  readonly label: string
  readonly days: readonly ValuedDay[]
  /** Null for a past month, and if no forecast is possible. */
  readonly forecast: Forecast | null
  readonly planEnd: PlanEnd | null
  readonly height: number
}

/**
 * Billable lookups by day, inside and above the plan, with marked days; the other pools of the period are small charts
 * below.
 */
export function DaysChart({ label, days, forecast, planEnd, height }: DaysChartProps) {
  const t = useTranslations('meters.days')
  const now = new Date(useClock())
  const chartDays = billableDays(days, forecast, now)
  const series = useSeries(chartDays.some(({ values }) => (values?.['over'] ?? 0) > 0))
  const hasForecastDays = chartDays.some(({ expected = 0 }) => expected > 0)
  return (
    <>
      <div className="mb-2 flex justify-end text-sm text-muted">
        <ChartLegend series={series} expected={hasForecastDays ? t('expected') : undefined} />
      </div>
      <UsageBarsLazy
        label={label}
        days={chartDays}
        series={series}
        marks={useMarks({ planEnd, forecast, now })}
        height={height}
      />
      <div className="mt-3 grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2">
        {hardMonthlyPools.map((pool) => (
          <SmallBars key={pool} pool={pool} days={days} />
        ))}
      </div>
    </>
  )
}

/** The overage series is listed only if there is overage: a plan with a hard limit never has any. */
function useSeries(hasOverage: boolean): readonly Series[] {
  const t = useTranslations('meters.days')
  const plan: Series = { key: 'plan', label: t('plan'), tone: 'plan' }
  return hasOverage ? [plan, { key: 'over', label: t('over'), tone: 'over' }] : [plan]
}

function useMarks({
  planEnd,
  forecast,
  now,
}: Pick<DaysChartProps, 'planEnd' | 'forecast'> & { readonly now: Date }): readonly DayMark[] {
  const t = useTranslations('meters.days')
  const locale = useLocale()
  const { planEnded, planEnds, stops } = findMarkedDays({ planEnd, forecast }, now)
  const words = (key: 'planEnded' | 'planEnds' | 'stops') => (date: string) =>
    t(key, { day: formatDayMonth(date, locale) })
  const isStopAtPlan = planEnds !== undefined && planEnds === stops
  return [
    ...toDayMark(planEnded, words('planEnded'), 'ink'),
    ...toDayMark(isStopAtPlan ? undefined : planEnds, words('planEnds'), 'ink'),
    ...toDayMark(stops, words('stops'), 'danger'),
  ]
}

const SPARK_PX = 28

/** Drawn small, because other pools have no overage costs. */
function SmallBars({ pool, days }: { readonly pool: HardMonthlyPool; readonly days: readonly ValuedDay[] }) {
  const t = useTranslations('meters.days')
  const name = useTranslations('pools')(`${pool}.short`)
  const locale = useLocale()
  const bars = days.map(({ date, values }) => ({ date, count: values?.[poolFigure(pool)] ?? 0 }))
  const sum = formatInteger(
    bars.reduce((total, { count }) => total + count, 0),
    locale,
  )
  return (
    <div className="min-w-0 text-sm">
      <p className="mb-1 flex justify-between text-muted">
        {name} <span className="tabular">{sum}</span>
      </p>
      <SparkBars label={t('documents', { name, sum })} days={bars} height={SPARK_PX} hasDates={false} />
    </div>
  )
}
