'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Cell, TableRow } from '@/components/ui/table'
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
  /** Columns of the table. */
  readonly formats: readonly string[]
  readonly now: number
  readonly downloads: Downloads
}

/** One source of a day: its rows once, its formats side by side, until when they can be had. */
export function ReportRow({ day, line: { source, files }, formats, now, downloads }: ReportRowProps) {
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
    <TableRow className="align-top max-sm:items-start">
      <Cell isTitle className="max-sm:basis-auto!">
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          {words.source(source)}
          {shown && (
            <PreviewButton id={shown.id} name={[words.source(source), day && formatDate(day, locale)].join(', ')} />
          )}
        </span>
      </Cell>
      <Cell isEnd className={classNames('sm:pt-3 max-sm:ml-0!', rows.every((count) => count === 0) && 'text-muted')}>
        {rows.map((count) => (count === 0 ? t('noChanges') : words.rows(count))).join(' / ')}
      </Cell>
      {formats.map((format) => (
        <Cell key={format} className="max-sm:order-2 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-[45%] sm:pl-6">
          <span className="text-sm text-muted sm:hidden">{words.format(format)}</span>
          {files
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
            ))}
        </Cell>
      ))}
      <Cell className="max-sm:order-1 max-sm:basis-full sm:pt-3 sm:pl-6">
        {ends.length === 1 && <ExpiryCell expiresAt={ends[0]} expiry={readExpiry(ends[0], now)} />}
      </Cell>
    </TableRow>
  )
}

/** Of what can be had: the end of what is over is told where it stands. */
const endOf = ({ report, state }: DayFile) => (state === 'ready' ? (report?.expires_at ?? undefined) : undefined)

const distinct = <T,>(values: readonly (T | undefined)[]): readonly T[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]
