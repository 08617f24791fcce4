'use client'

import { useLocale, useTranslations } from 'use-intl'

import { ResourceRow, type TableColumns } from '@/components/ui/resource-table'
import { recordOf } from '@/lib/domain/collections/record-of'
import { formatDate } from '@/lib/domain/format/format'

import type { DayFile, SourceLine } from './days/day-lines'
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

/** One source of a day: its rows once, its formats side by side, until when they can be had. */
export function ReportRow({ day, line: { source, files }, formats, columns, now, downloads }: ReportRowProps) {
  const t = useTranslations('reports.days')
  const words = useReportWords()
  const locale = useLocale()
  const rows = distinct(files.map(({ report }) => report?.row_count ?? undefined))
  const ends = distinct(files.map((file) => endOf(file)))
  // Every format holds the same rows.
  const shown = files.find(({ report, state }) => report !== undefined && state === 'ready')?.report
  const isTaken = files.some(({ known }) => (known?.downloaded_by_team.count ?? 0) > 0)
  const nameOf = (format: string) =>
    [words.source(source), words.format(format), day && formatDate(day, locale)].filter(Boolean).join(', ')
  return (
    <ResourceRow
      className="align-top max-sm:items-start"
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
                isTaken={isTaken}
              />
            )),
        ),
        expires: ends.length === 1 && <ExpiryCell expiresAt={ends[0]} expiry={readExpiry(ends[0], now)} />,
      }}
    />
  )
}

/** Of what can be had: the end of what is over is told where it stands. */
const endOf = ({ report, state }: DayFile) => (state === 'ready' ? (report?.expires_at ?? undefined) : undefined)

const distinct = <T,>(values: readonly (T | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]
