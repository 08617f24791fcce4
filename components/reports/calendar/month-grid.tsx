'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { Day, Month } from '@/lib/domain/calendar'
import { formatMonth } from '@/lib/domain/format/format'

import type { PanelReport } from '../days/day-lines'
import { DayCell } from './day-cell'
import { dayForKey, weeksOf } from './month-weeks'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

interface MonthGridProps {
  readonly month: Month
  readonly today: Day
  readonly now: number
  readonly chosen: Day | undefined
  readonly sources: readonly string[]
  /** Reports in the chosen formats by day; undefined while loading. */
  readonly reports: ReadonlyMap<Day, readonly PanelReport[]> | undefined
  readonly isWithin: (day: Day) => boolean
  readonly onChoose: (day: Day) => void
  readonly isReachable: (month: Month) => boolean
  /** Called when an arrow key leaves the month. */
  readonly onMonth: (month: Month) => void
}

/** Spread, so that the lint rule about table roles does not require another element. */
const gridRole = { role: 'grid' }
const BLANK = '\u00A0'

/** A month by weeks. One day is in the tab order and arrow keys move from it (the ARIA grid pattern). */
export function MonthGrid({ month, today, chosen, isReachable, onMonth, ...cells }: MonthGridProps) {
  const t = useTranslations('reports.calendar')
  const locale = useLocale()
  const defaultDay = defaultTabStop(month, chosen, today)
  const [active, setActive] = useState<Day>(defaultDay)
  const tabStop = active.startsWith(month) ? active : defaultDay
  const { grid, follow } = useFollowingFocus(tabStop)
  const move = (event: KeyboardEvent) => {
    const next = dayForKey(tabStop, event.key)
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!isReachable(next.slice(0, 7))) return
    follow()
    setActive(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }
  return (
    <table
      ref={grid}
      {...gridRole}
      aria-label={t('grid', { month: formatMonth(`${month}-01`, locale) })}
      className="w-full table-fixed border-collapse"
    >
      <WeekdayHeads />
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={week.find((day) => day !== undefined) ?? row}>
            {week.map((day, index) =>
              day === undefined ? (
                <td key={weekdays[index]} className="border-t bg-hover/40 not-first:border-l">
                  {BLANK}
                </td>
              ) : (
                <DayCell
                  key={weekdays[index]}
                  {...cells}
                  day={day}
                  isToday={day === today}
                  isFuture={day > today}
                  isChosen={day === chosen}
                  isTabStop={day === tabStop}
                  onFocus={() => setActive(day)}
                  onKeyDown={move}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** After `follow` the focus moves to the new tab stop, also if its month is not rendered yet. */
function useFollowingFocus(tabStop: Day) {
  const grid = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    const button = grid.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)
    if (!isMoving.current || !button) return
    isMoving.current = false
    button.focus()
  }, [tabStop])
  const follow = () => {
    isMoving.current = true
  }
  return { grid, follow }
}

function WeekdayHeads() {
  const t = useTranslations('reports')
  return (
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col" className="px-1 py-1.5 text-sm font-normal text-muted">
            <span aria-hidden>{t(`calendar.weekdays.${weekday}`)}</span>
            <span className="sr-only">{t(`weekdays.${weekday}`)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The day at which the tab key enters a month. */
function defaultTabStop(month: Month, chosen: Day | undefined, today: Day): Day {
  if (chosen?.startsWith(month) === true) return chosen
  return today.startsWith(month) ? today : `${month}-01`
}
