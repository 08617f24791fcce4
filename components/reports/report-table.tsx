'use client'

import { useLocale, useTranslations } from 'use-intl'

import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { formatDate } from '@/lib/domain/format/format'

import type { ReportDay } from './report-index'
import { ReportRow } from './report-row'
import type { Downloads } from './use-downloads'

const COLUMNS = 6

interface ReportTableProps {
  readonly days: readonly ReportDay[]
  readonly now: number
  readonly downloads: Downloads
}

export function ReportTable({ days, now, downloads }: ReportTableProps) {
  const t = useTranslations('reports')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.source')}</HeaderCell>
        <HeaderCell>{t('columns.format')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.rows')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.size')}</HeaderCell>
        <HeaderCell className="sm:pl-6">{t('columns.expires')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.action')}</HeaderCell>
      </TableHead>
      {days.map(({ day, reports }) => (
        <TableBody key={day}>
          <DayRow day={day} />
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} now={now} downloads={downloads} />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}

function DayRow({ day }: { readonly day: string }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const name = day === '' ? t('noDay') : formatDate(day, locale)
  const weekday = weekdayOf(day)
  return (
    <tr className="bg-hover/60 max-sm:block [tbody+tbody_&]:border-t">
      <th scope="rowgroup" colSpan={COLUMNS} className="px-4 py-1.5 text-left font-medium max-sm:block">
        {name}
        {weekday !== undefined && <span className="ml-2 font-normal text-muted">{t(`weekdays.${weekday}`)}</span>}
      </th>
    </tr>
  )
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** Names of our own and not ICU's, as for months: the server and every browser write the same. */
const weekdayOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
