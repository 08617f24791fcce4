'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import type { Day } from '@/lib/domain/calendar'
import { formatDayMonth } from '@/lib/domain/format/format'
import { type DayFigure, dayFigures, isPoolFigure } from '@/lib/domain/usage/pools'

import { isWeekend, toWeekday } from './month-days'
import { totalDays, type TotalledDay } from './totals'
import { useFigureText } from './use-figure-text'

interface DaysTableProps {
  readonly days: readonly (TotalledDay & { readonly date: Day })[]
  readonly today: Day
}

/** The chart's numbers and the money, newest day first, below their sum. On a phone the amount stands beside the day. */
export function DaysTable({ days, today }: DaysTableProps) {
  const t = useTranslations('usage.days')
  const nameOf = useColumnName()
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('day')}</HeaderCell>
        {dayFigures.map((key) => (
          <HeaderCell key={key} isEnd>
            {nameOf(key)}
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        <TableRow className="bg-hover font-semibold">
          <Cell className={titleClass}>{t('total')}</Cell>
          <Figures values={totalDays(days)} />
        </TableRow>
        {days.toReversed().map((day) => (
          <DayRow key={day.date} day={day} isToday={day.date === today} />
        ))}
      </TableBody>
    </Table>
  )
}

/** Beside the amount, so that both are one line on a phone. */
const titleClass = 'max-sm:-order-1 max-sm:basis-1/2 max-sm:font-medium sm:py-1.5'

interface DayRowProps {
  readonly day: TotalledDay & { readonly date: Day }
  readonly isToday: boolean
}

function DayRow({ day, isToday }: DayRowProps) {
  const t = useTranslations('usage.days')
  const locale = useLocale()
  return (
    <TableRow aria-current={isToday ? 'date' : undefined} className={classNames(isWeekend(day.date) && 'text-muted')}>
      <Cell className={classNames(titleClass, 'whitespace-nowrap')}>
        <time dateTime={day.date}>{formatDayMonth(day.date, locale)}</time>{' '}
        <span className="text-sm text-muted">{t(`weekdays.${toWeekday(day.date)}`)}</span>
        {isToday && (
          <Badge tone="accent" className="ml-1.5">
            {t('today')}
          </Badge>
        )}
      </Cell>
      <Figures values={day} />
    </TableRow>
  )
}

function useColumnName(): (figure: DayFigure) => string {
  const t = useTranslations('usage.days.columns')
  const figures = useFigureText()
  return (figure) => (isPoolFigure(figure) ? figures.nameOf(figure) : t(figure))
}

type Values = { readonly [K in DayFigure]?: number | null | undefined }

function Figures({ values }: { readonly values: Values }) {
  const nameOf = useColumnName()
  const figures = useFigureText()
  return dayFigures.map((key) =>
    key === 'overage_grosz' ? (
      <Cell key={key} isEnd className="whitespace-nowrap max-sm:-order-1 max-sm:basis-2/5 sm:py-1.5">
        {figures.grosz(values[key])}
      </Cell>
    ) : (
      // On a phone only what there is: most days have no more than two of them.
      <Cell
        key={key}
        isEnd
        className={classNames('whitespace-nowrap max-sm:ml-0! sm:py-1.5', values[key] === 0 && 'max-sm:hidden')}
      >
        <span className="text-muted sm:hidden">{nameOf(key)} </span>
        {figures.count(values[key])}
      </Cell>
    ),
  )
}
