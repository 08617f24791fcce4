'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import type { Day } from '@/lib/domain/calendar'
import { formatDayMonth } from '@/lib/domain/format'

import { isWeekend, weekdayOf } from './month-days'
import { Column, Figure, RowHead, ScrollTable } from './scroll-table'
import { type DayKey, dayKeys, totalsOf, type UsageDay } from './totals'
import { useFigureText } from './use-figure-text'

interface DaysTableProps {
  readonly days: readonly (UsageDay & { readonly date: Day })[]
  readonly today: Day
}

/** The chart's numbers and the money, newest day first, below their sum. */
export function DaysTable({ days, today }: DaysTableProps) {
  const t = useTranslations('usage.days')
  return (
    <ScrollTable label={t('title')}>
      <thead>
        <tr>
          <Column isFixed>{t('day')}</Column>
          {dayKeys.map((key) => (
            <Column key={key} isEnd>
              {t(`columns.${key}`)}
            </Column>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="bg-hover font-semibold">
          <RowHead isFixed className="bg-hover font-semibold!">
            {t('total')}
          </RowHead>
          <Figures values={totalsOf(days)} />
        </tr>
        {days.toReversed().map((day) => (
          <DayRow key={day.date} day={day} isToday={day.date === today} />
        ))}
      </tbody>
    </ScrollTable>
  )
}

interface DayRowProps {
  readonly day: UsageDay & { readonly date: Day }
  readonly isToday: boolean
}

function DayRow({ day, isToday }: DayRowProps) {
  const t = useTranslations('usage.days')
  const locale = useLocale()
  return (
    <tr aria-current={isToday ? 'date' : undefined} className={classNames(isWeekend(day.date) && 'text-muted')}>
      <RowHead isFixed className="bg-card">
        <time dateTime={day.date}>{formatDayMonth(day.date, locale)}</time>{' '}
        <span className="text-sm text-muted">{t(`weekdays.${weekdayOf(day.date)}`)}</span>
        {isToday && (
          <Badge tone="accent" className="ml-1.5">
            {t('today')}
          </Badge>
        )}
      </RowHead>
      <Figures values={day} />
    </tr>
  )
}

function Figures({ values }: { readonly values: { readonly [K in DayKey]?: number | null | undefined } }) {
  const figures = useFigureText()
  return dayKeys.map((key) => (
    <Figure key={key}>{key === 'overage_grosz' ? figures.grosz(values[key]) : figures.count(values[key])}</Figure>
  ))
}
