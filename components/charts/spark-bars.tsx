'use client'

import { useLocale } from 'use-intl'

import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

export interface SparkDay {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly count: number
}

interface SparkBarsProps {
  /** The text that screen readers read instead of the bars. */
  readonly label: string
  readonly days: readonly SparkDay[]
  /** In pixels; 72 by default. */
  readonly height?: number
  /** Whether the first and the last day are labelled; not needed below another chart. */
  readonly hasDates?: boolean
}

/** Draws one bar per day, with the first and the last day below. A day without values has a thin line. */
export function SparkBars({ label, days, height = 72, hasDates = true }: SparkBarsProps) {
  const locale = useLocale()
  const max = Math.max(1, ...days.map(({ count }) => count))
  const first = days[0]
  const last = days.at(-1)
  return (
    <figure>
      <div role="img" aria-label={label} className="flex items-end gap-[3px]" style={{ height }}>
        {days.map(({ date, count }) => (
          <span
            key={date}
            title={`${formatDayMonth(date, locale)}: ${formatInteger(count, locale)}`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <span
              className={count === 0 ? 'w-full bg-edge/50' : 'w-full rounded-[2px] bg-bar'}
              style={{ height: count === 0 ? 1 : `${Math.max(4, (count / max) * 100)}%` }}
            />
          </span>
        ))}
      </div>
      {hasDates && first !== undefined && last !== undefined && (
        <figcaption className="mt-1.5 flex justify-between text-sm text-muted">
          <span>{formatDayMonth(first.date, locale)}</span>
          <span>{formatDayMonth(last.date, locale)}</span>
        </figcaption>
      )}
    </figure>
  )
}
