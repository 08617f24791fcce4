'use client'

import { useLocale, useTranslations } from 'use-intl'

import { ResourceHead, type TableColumns, ResourceRow } from '@/components/ui/resource-table'
import { Table, TableBody } from '@/components/ui/table'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDate } from '@/lib/domain/format/format'

import { byFormat, type DayLines, type DayFile, type SourceLine } from './days/day-lines'
import { FormatCell } from './days/format-cell'
import type { Downloads } from './downloads/use-downloads'
import { ExpiryCell } from './expiry-cell'
import { PreviewButton } from './preview/preview-button'
import { readExpiry } from './report-index'
import { useReportWords } from './report-name'

interface ReportRowProps {
  readonly day: string
  readonly line: SourceLine
  readonly formats: readonly string[]
  readonly columns: TableColumns
  readonly now: number
  readonly downloads: Downloads
}

function ReportRow({ day, line: { source, files }, formats, columns, now, downloads }: ReportRowProps) {
  const t = useTranslations('reports.days')
  const words = useReportWords()
  const locale = useLocale()
  const rows = distinct(files.map(({ report }) => report?.row_count ?? undefined))
  const ends = distinct(files.map((file) => endOf(file)))
  // Every format has the same rows.
  const shown = files.find(({ report, state }) => report !== undefined && state === 'ready')?.report
  const isTaken = files.some(({ known }) => (known?.downloaded_by_team.count ?? 0) > 0)
  const nameOf = (format: string) =>
    [words.source(source), words.format(format), day && formatDate(day, locale)].filter(Boolean).join(', ')
  return (
    <ResourceRow
      className="align-top stacked:items-start"
      columns={columns}
      nameOf={(id) => words.format(id)}
      cells={{
        source: (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            {words.source(source)}
            {shown && (
              <PreviewButton id={shown.id} name={[words.source(source), day && formatDate(day, locale)].join(', ')} />
            )}
          </span>
        ),
        rows: {
          content: rows.map((count) => (count === 0 ? t('noChanges') : words.rows(count))).join(' / '),
          className: rows.every((count) => count === 0) ? 'text-muted' : '',
        },
        ...recordOf(formats, (format) =>
          files
            .filter((file) => file.format === format)
            .map((file) => (
              <FormatCell
                key={file.report?.id ?? file.format}
                file={file}
                name={nameOf(format)}
                now={now}
                downloads={downloads}
                hasOwnEnd={ends.length > 1}
                isDownloaded={isTaken}
              />
            )),
        ),
        expires: ends.length === 1 && <ExpiryCell expiresAt={ends[0]} expiry={readExpiry(ends[0], now)} />,
      }}
    />
  )
}

/** Only for available files: an expired one shows its end in its own cell. */
const endOf = ({ report, state }: DayFile) => (state === 'ready' ? (report?.expires_at ?? undefined) : undefined)

const distinct = <T,>(values: readonly (T | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** The columns besides the formats: source, rows, availability. */
const OTHER_COLUMNS = 3

const columnsOf = (formats: readonly string[]): TableColumns => ({
  source: { isTitle: true, cell: 'stacked:basis-auto!' },
  rows: { isEnd: true, cell: 'stacked:ml-0! unstacked:pt-3' },
  ...recordOf(formats, () => ({
    head: 'unstacked:pl-6',
    cell: 'stacked:order-2 stacked:min-w-0 stacked:flex-1 stacked:basis-[45%] unstacked:pl-6',
    isNamedOnPhone: true,
  })),
  expires: { head: 'unstacked:pl-6', cell: 'stacked:order-1 stacked:basis-full unstacked:pt-3 unstacked:pl-6' },
})

interface ReportTableProps {
  readonly label: string
  readonly days: readonly DayLines[]
  readonly now: number
  readonly downloads: Downloads
  /** True if the day is already shown above the table. */
  readonly isOfOneDay?: boolean
}

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
    <tr className="bg-hover/60 stacked:block [tbody+tbody_&]:border-t">
      <th scope="rowgroup" colSpan={columns} className="px-4 py-1.5 text-left font-medium stacked:block">
        {name}
        {weekday !== undefined && <span className="ml-2 font-normal text-muted">{t(`weekdays.${weekday}`)}</span>}
      </th>
    </tr>
  )
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/**
 * The panel's own names rather than those of ICU, as for months, so that the server and every browser render the same.
 */
export const weekdayKeyOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
