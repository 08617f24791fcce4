'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useLocale } from 'use-intl'

import { formatInteger } from '@/lib/domain/format'

import { ChartTooltip } from './chart-tooltip'
import { topOf } from './plot'
import { type DayMark, type Series, seriesColour, type UsageDay, valueTicks } from './series'

export interface UsageBarsProps {
  /** Names the chart and its table. */
  readonly label: string
  /** Every day of the period, in order. */
  readonly days: readonly UsageDay[]
  /** From the bottom up. */
  readonly series: readonly Series[]
  /** Days with words of their own. */
  readonly marks?: readonly DayMark[]
  /** Pixels, 220 when not given. */
  readonly height?: number
}

const axis = { fontSize: 11, fill: 'var(--color-muted)' } as const
const expectedKey = '__expected'

/** Recharts hands the hovered day over through these props. */
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
        interval={4}
      />
      <YAxis
        tickFormatter={(value: number) => formatInteger(value, locale)}
        tick={axis}
        tickLine={false}
        axisLine={false}
        width={42}
        ticks={[...ticks]}
        domain={[0, ticks.at(-1) ?? 1]}
      />
    </>
  )
}

/** Stacked bars by day; days to come are dashed, as high as they are expected to be. Hidden from screen readers: `UsageBarsLazy` has the table. */
export function UsageBars({ days, series, marks = [], height = 220 }: UsageBarsProps) {
  const rows = days.map(({ date, values, expected = 0 }) => ({ date, ...(values ?? { [expectedKey]: expected }) }))
  return (
    <div aria-hidden style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={rows}
          margin={{ top: topOf(marks), right: 4, bottom: 0, left: 0 }}
          barCategoryGap="18%"
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
