'use client'

import { useLocale, useTranslations } from 'use-intl'

import { dayKeys, type DayValues, type ValuedDay } from '@/components/meters/day-values'
import { useDayKeyName } from '@/components/meters/use-day-key-name'
import { scrollable } from '@/components/ui/scrollable'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

import { sumDays } from './usage-days'

interface UsageDaysTableProps {
  readonly days: readonly ValuedDay[]
}

/** The chart's numbers, newest day first, below the sum of the period. */
export function UsageDaysTable({ days }: UsageDaysTableProps) {
  const t = useTranslations('overview.days')
  const nameOf = useDayKeyName()
  const locale = useLocale()
  const past = days.flatMap(({ date, values }) => (values === null ? [] : [{ date, values }])).toReversed()
  return (
    <div {...scrollable} aria-label={t('title')} className="max-h-96 overflow-y-auto">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('date')}</HeaderCell>
          {dayKeys.map((key) => (
            <HeaderCell key={key} isEnd>
              {nameOf(key)}
            </HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          <DayRow label={t('sum')} values={sumDays(days)} isSum />
          {past.map(({ date, values }) => (
            <DayRow key={date} label={formatDayMonth(date, locale)} values={values} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

interface DayRowProps {
  readonly label: string
  readonly values: DayValues
  readonly isSum?: boolean
}

function DayRow({ label, values, isSum = false }: DayRowProps) {
  const nameOf = useDayKeyName()
  const locale = useLocale()
  const weight = isSum ? 'font-semibold' : undefined
  return (
    <TableRow>
      <Cell isTitle className={weight}>
        {label}
      </Cell>
      {dayKeys.map((key) => (
        <Cell key={key} isEnd className={weight}>
          <span className="text-muted sm:hidden">{nameOf(key)} </span>
          {formatInteger(values[key], locale)}
        </Cell>
      ))}
    </TableRow>
  )
}
