'use client'

import { useLocale } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

import { bar, DAY_MARK_EVERY, plot, plotTop } from './plot'
import { seriesColour, stackValues, type ChartDay, valueTicks } from './series'
import type { UsageBarsProps } from './usage-bars'

type StaticUsageBarsProps = Pick<UsageBarsProps, 'days' | 'series' | 'marks'>

/**
 * The chart as a static picture, available with the first paint and without scripts. It is hidden from screen readers.
 */
export function StaticUsageBars({ days, series, marks = [] }: StaticUsageBarsProps) {
  const ticks = valueTicks(days)
  const top = ticks.at(-1) ?? 1
  return (
    <div aria-hidden className="relative h-full text-[11px] leading-none text-muted">
      <div className="absolute" style={{ ...plot, top: plotTop(marks) }}>
        <ValueMarks ticks={ticks} top={top} />
        {/* The coordinates are days and units, flipped vertically so that a bar stands on 0. */}
        <svg
          className="absolute inset-0 size-full -scale-y-100"
          viewBox={`0 0 ${days.length} ${top}`}
          preserveAspectRatio="none"
        >
          <Bars days={days} series={series} />
        </svg>
        <DayMarks days={days} />
      </div>
    </div>
  )
}

function Bars({ days, series }: StaticUsageBarsProps) {
  const box = (index: number) => ({ x: index + bar.offset, width: bar.width, vectorEffect: 'non-scaling-stroke' })
  return days.map(({ date, values, expected = 0 }, index) =>
    values === null ? (
      <rect
        key={date}
        {...box(index)}
        height={expected}
        fill="none"
        stroke="var(--color-edge)"
        strokeOpacity={0.6}
        strokeDasharray="2 2"
      />
    ) : (
      stackValues(values, series).map(({ key, tone, from, units }) => (
        <rect
          key={`${date} ${key}`}
          {...box(index)}
          y={from}
          height={units}
          fill={seriesColour[tone]}
          stroke="var(--color-card)"
        />
      ))
    ),
  )
}

function ValueMarks({ ticks, top }: { readonly ticks: readonly number[]; readonly top: number }) {
  const locale = useLocale()
  return ticks.map((tick) => (
    <div key={tick} className="absolute inset-x-0 border-t border-line" style={{ bottom: `${(tick / top) * 100}%` }}>
      <span className="absolute right-full mr-2 -translate-y-1/2">{formatInteger(tick, locale)}</span>
    </div>
  ))
}

function DayMarks({ days }: { readonly days: readonly ChartDay[] }) {
  const middle = (index: number) => `${((index + 0.5) / days.length) * 100}%`
  return days.map(({ date }, index) =>
    index % DAY_MARK_EVERY === 0 ? (
      <span key={date} className="absolute top-full mt-2 -translate-x-1/2" style={{ left: middle(index) }}>
        {Number(date.slice(8))}
      </span>
    ) : null,
  )
}
