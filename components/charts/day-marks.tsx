import { classNames } from '@/components/ui/class-names'

import { markTop, plot } from './plot'
import type { DayMark, ChartDay } from './series'

interface DayMarksProps {
  readonly days: readonly ChartDay[]
  readonly marks: readonly DayMark[]
}

/** From here on the words stand to the left of their line, so that they stay within the chart. */
const TURN = 0.5

/** Dotted lines through the middle of their days, with words above the bars. Hidden from screen readers: the words are said elsewhere. */
export function DayMarks({ days, marks }: DayMarksProps) {
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
                share > TURN ? 'right-1.5' : 'left-1.5',
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
