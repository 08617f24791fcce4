'use client'

import { useLocale, useTranslations } from 'use-intl'

import { ResourceHead, type TableColumns } from '@/components/ui/resource-table'
import { Table, TableBody } from '@/components/ui/table'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDate } from '@/lib/domain/format/format'

import { byFormat, type DayLines } from './days/day-lines'
import type { Downloads } from './downloads/use-downloads'
import { useReportWords } from './report-name'
import { ReportRow } from './report-row'

/** Beside the formats: source, rows, availability. */
const OTHER_COLUMNS = 3

const columnsOf = (formats: readonly string[]): TableColumns => ({
  source: { isTitle: true, cell: 'max-sm:basis-auto!' },
  rows: { isEnd: true, cell: 'max-sm:ml-0! sm:pt-3' },
  ...recordOf(formats, () => ({
    head: 'sm:pl-6',
    cell: 'max-sm:order-2 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[45%] sm:pl-6',
    isNamedOnPhone: true,
  })),
  expires: { head: 'sm:pl-6', cell: 'max-sm:order-1 max-sm:basis-full sm:pt-3 sm:pl-6' },
})

interface ReportTableProps {
  readonly label: string
  readonly days: readonly DayLines[]
  readonly now: number
  readonly downloads: Downloads
  /** The day stands above the table already. */
  readonly isOfOneDay?: boolean
}

/** A row for each source of a day, the formats side by side. */
export function ReportTable({ label, days, now, downloads, isOfOneDay = false }: ReportTableProps) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const formats = formatsOf(days)
  const columns = columnsOf(formats)
  return (
    <Table label={label}>
      <ResourceHead
        columns={columns}
        nameOf={(id) => (id === 'source' || id === 'rows' || id === 'expires' ? t(`columns.${id}`) : words.format(id))}
      />
      {days.map(({ day, lines }) => (
        <TableBody key={day}>
          {!isOfOneDay && <DayRow day={day} columns={formats.length + OTHER_COLUMNS} />}
          {lines.map((line) => (
            <ReportRow
              key={line.source}
              day={day}
              line={line}
              formats={formats}
              columns={columns}
              now={now}
              downloads={downloads}
            />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}

function formatsOf(days: readonly DayLines[]): readonly string[] {
  const formats = days.flatMap(({ lines }) => lines.flatMap(({ files }) => files.map(({ format }) => format)))
  return [...new Set(formats)].toSorted(byFormat)
}

function DayRow({ day, columns }: { readonly day: string; readonly columns: number }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const name = day === '' ? t('noDay') : formatDate(day, locale)
  const weekday = weekdayKeyOf(day)
  return (
    <tr className="bg-hover/60 max-sm:block [tbody+tbody_&]:border-t">
      <th scope="rowgroup" colSpan={columns} className="px-4 py-1.5 text-left font-medium max-sm:block">
        {name}
        {weekday !== undefined && <span className="ml-2 font-normal text-muted">{t(`weekdays.${weekday}`)}</span>}
      </th>
    </tr>
  )
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** Names of our own and not ICU's, as for months: the server and every browser write the same. */
export const weekdayKeyOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
