'use client'

import { useLocale, useTranslations } from 'use-intl'

import type { Series, UsageDay } from '@/components/charts/series'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { formatDayMonth, formatInteger } from '@/lib/domain/format'

import { sumsOf, totalOf } from './usage-days'

interface UsageDaysTableProps {
  readonly days: readonly UsageDay[]
  readonly series: readonly Series[]
}

/** What scrolls must be reachable by keyboard; spread, because the lint rule takes a region for something that is only read. */
const scrollable = { role: 'region', tabIndex: 0 } as const

/** The chart's numbers, newest day first, below the sum of the period. */
export function UsageDaysTable({ days, series }: UsageDaysTableProps) {
  const t = useTranslations('overview.days')
  const locale = useLocale()
  const past = days.filter((day) => day.values !== null).toReversed()
  return (
    <div {...scrollable} aria-label={t('title')} className="max-h-76 overflow-y-auto">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('date')}</HeaderCell>
          {series.map(({ key, label }) => (
            <HeaderCell key={key} isEnd>
              {label}
            </HeaderCell>
          ))}
          <HeaderCell isEnd>{t('total')}</HeaderCell>
        </TableHead>
        <TableBody>
          <DayRow label={t('sum')} values={sumsOf(days)} series={series} isSum />
          {past.map(({ date, values }) => (
            <DayRow key={date} label={formatDayMonth(date, locale)} values={values ?? {}} series={series} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

interface DayRowProps {
  readonly label: string
  readonly values: Readonly<Record<string, number>>
  readonly series: readonly Series[]
  readonly isSum?: boolean
}

function DayRow({ label, values, series, isSum = false }: DayRowProps) {
  const locale = useLocale()
  const weight = isSum ? 'font-semibold' : undefined
  return (
    <TableRow>
      <Cell isTitle className={weight}>
        {label}
      </Cell>
      {series.map(({ key, label: name }) => (
        <Cell key={key} isEnd className={weight}>
          <span className="text-muted sm:hidden">{name} </span>
          {formatInteger(values[key] ?? 0, locale)}
        </Cell>
      ))}
      <Cell isEnd className={weight ?? 'font-medium'}>
        {formatInteger(totalOf(values), locale)}
      </Cell>
    </TableRow>
  )
}
