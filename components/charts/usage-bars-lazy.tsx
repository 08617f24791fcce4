'use client'

import { type ComponentType, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

import { markTop, plot } from './plot'
import type { DayMark, ChartDay, Series } from './series'
import { StaticUsageBars } from './static-usage-bars'
import type { UsageBarsProps } from './usage-bars'

/** From this share of the width on, the text is to the left of its line, so that it stays within the chart. */
const LABEL_SIDE_LIMIT = 0.5

/**
 * Draws dotted lines through marked days, with texts above the bars. They are hidden from screen readers, which find
 * the texts elsewhere.
 */
function DayMarks({ days, marks }: { readonly days: readonly ChartDay[]; readonly marks: readonly DayMark[] }) {
  const { left, right, bottom } = plot
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0" style={{ left, right }}>
      {marks.map(({ date, label, tone }, index) => {
        const share = (days.findIndex((day) => day.date === date) + 0.5) / days.length
        if (share < 0) return null
        const ink = tone === 'danger' ? 'border-danger-mark text-danger-ink' : 'border-ink text-ink'
        return (
          <div
            key={label}
            className={classNames('absolute w-0 border-l border-dotted', ink)}
            style={{ left: `${share * 100}%`, top: markTop(index), bottom }}
          >
            <span
              className={classNames(
                'absolute top-0 text-[11px] leading-none whitespace-nowrap',
                share > LABEL_SIDE_LIMIT ? 'right-1.5' : 'left-1.5',
              )}
            >
              {label}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/**
 * Shows a static picture at first, which the live chart replaces when a pointer enters it. For screen readers, a table
 * has the numbers from the start.
 */
export function UsageBarsLazy({ height = 220, ...props }: UsageBarsProps) {
  const [Live, setLive] = useState<ComponentType<UsageBarsProps> | null>(null)
  const loadLiveChart = () => {
    if (Live !== null) return
    // If loading fails, the static picture stays, and the next entry of a pointer tries again.
    import('./usage-bars').then(({ UsageBars }) => setLive(() => UsageBars)).catch(() => undefined)
  }
  return (
    <div className="relative" data-testid="usage-chart" onPointerEnter={loadLiveChart}>
      <div style={{ height }}>
        {Live === null ? <StaticUsageBars {...props} /> : <Live {...props} height={height} />}
      </div>
      <DayMarks days={props.days} marks={props.marks ?? []} />
      <ChartTable {...props} className="sr-only" />
    </div>
  )
}

interface ChartTableProps {
  readonly label: string
  readonly days: readonly ChartDay[]
  readonly series: readonly Series[]
  readonly className?: string
}

function ChartTable({ label, days, series, className }: ChartTableProps) {
  const t = useTranslations('common')
  const locale = useLocale()
  return (
    <table className={className}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          {series.map((each) => (
            <th key={each.key} scope="col">
              {each.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, values }) =>
          values === null ? null : (
            <tr key={date}>
              <th scope="row">{formatDayMonth(date, locale)}</th>
              {series.map(({ key }) => (
                <td key={key}>{formatInteger(values[key] ?? 0, locale)}</td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}
