'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

import type { Series, ChartDay } from './series'

interface UsageTableProps {
  readonly label: string
  readonly days: readonly ChartDay[]
  readonly series: readonly Series[]
  readonly className?: string
}

/** The numbers of the chart. */
export function ChartTable({ label, days, series, className }: UsageTableProps) {
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
