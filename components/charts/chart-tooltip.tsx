'use client'

import { useLocale } from 'use-intl'

import { formatDayMonth, formatInteger } from '@/lib/domain/format'

import { type Series, seriesColour, type UsageDay } from './series'

interface ChartTooltipProps {
  readonly day: UsageDay | undefined
  readonly series: readonly Series[]
}

export function ChartTooltip({ day, series }: ChartTooltipProps) {
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
              <span className="size-2 rounded-full" style={{ background: seriesColour[tone] }} />
              {label}
            </dt>
            <dd className="tabular">{formatInteger(values[key] ?? 0, locale)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
