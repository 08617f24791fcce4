'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useLocale } from 'use-intl'

import { formatInteger, formatDayMonth } from '@/lib/domain/format/format'

import { bar, DAY_MARK_EVERY, plot, plotTop } from './plot'
import { type DayMark, type Series, seriesColour, type ChartDay, valueTicks } from './series'

export interface UsageBarsProps {
  readonly label: string
  /** All days of the period, in order. */
  readonly days: readonly ChartDay[]
  readonly series: readonly Series[]
  readonly marks?: readonly DayMark[]
  /** In pixels; 220 by default. */
  readonly height?: number
}

const axis = { fontSize: 11, fill: 'var(--color-muted)' } as const
const expectedKey = '__expected'

/** Recharts adds the hovered day to these props. */
interface HoverProps extends Pick<UsageBarsProps, 'days' | 'series'> {
  readonly active?: boolean
  readonly label?: string
}

function HoveredDay({ active = false, label, days, series }: HoverProps) {
  return active ? <ChartTooltip day={days.find(({ date }) => date === label)} series={series} /> : null
}

function Axes({ ticks }: { readonly ticks: readonly number[] }) {
  const locale = useLocale()
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="date"
        tickFormatter={(date: string) => String(Number(date.slice(8)))}
        tick={axis}
        tickLine={false}
        axisLine={false}
        interval={DAY_MARK_EVERY - 1}
        height={plot.bottom}
      />
      <YAxis
        tickFormatter={(value: number) => formatInteger(value, locale)}
        tick={axis}
        tickLine={false}
        axisLine={false}
        width={plot.left}
        ticks={[...ticks]}
        domain={[0, ticks.at(-1) ?? 1]}
      />
    </>
  )
}

/**
 * Stacked bars by day; future days are dashed, at their expected height. They are hidden from screen readers:
 * `UsageBarsLazy` has the table.
 */
export function UsageBars({ days, series, marks = [], height = 220 }: UsageBarsProps) {
  const rows = days.map(({ date, values, expected = 0 }) => ({ date, ...(values ?? { [expectedKey]: expected }) }))
  return (
    <div aria-hidden style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={rows}
          margin={{ top: plotTop(marks), right: plot.right, bottom: 0, left: 0 }}
          barCategoryGap={`${bar.offset * 100}%`}
          accessibilityLayer={false}
        >
          <Axes ticks={valueTicks(days)} />
          <Tooltip
            cursor={{ fill: 'var(--color-hover)' }}
            isAnimationActive={false}
            content={<HoveredDay days={days} series={series} />}
          />
          {series.map(({ key, tone }) => (
            <Bar
              key={key}
              dataKey={key}
              stackId="units"
              fill={seriesColour[tone]}
              stroke="var(--color-card)"
              strokeWidth={1}
              radius={1.5}
              isAnimationActive={false}
            />
          ))}
          <Bar
            dataKey={expectedKey}
            stackId="units"
            fill="transparent"
            stroke="var(--color-edge)"
            strokeOpacity={0.6}
            strokeDasharray="2 2"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function ChartTooltip({ day, series }: { readonly day: ChartDay | undefined; readonly series: readonly Series[] }) {
  const locale = useLocale()
  if (day === undefined || day.values === null) return null
  const { values } = day
  return (
    <div className="floating px-3 py-2 text-sm">
      <p className="mb-1 font-medium">{formatDayMonth(day.date, locale)}</p>
      <dl className="space-y-0.5">
        {series.map(({ key, label, tone }) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-1.5 text-muted">
              <span
                className="size-2 rounded-full forced-color-adjust-none"
                style={{ background: seriesColour[tone] }}
              />
              {label}
            </dt>
            <dd className="tabular">{formatInteger(values[key] ?? 0, locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
