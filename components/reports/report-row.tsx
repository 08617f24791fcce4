'use client'

import { useLocale } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Cell, TableRow } from '@/components/ui/table'
import { formatDate } from '@/lib/domain/format/format'

import { DownloadButton, DownloadFailure } from './download-button'
import { ExpiryCell } from './expiry-cell'
import { readExpiry, type Report } from './report-index'
import { useReportWords } from './report-name'
import type { Downloads } from './use-downloads'

interface ReportRowProps {
  readonly report: Report
  readonly now: number
  readonly downloads: Downloads
}

export function ReportRow({ report, now, downloads }: ReportRowProps) {
  const words = useReportWords()
  const locale = useLocale()
  const { id, source, format, row_count: rows, size_bytes: bytes, expires_at: expiresAt, report_date: day } = report
  const expiry = readExpiry(expiresAt, now)
  const state = downloads.stateOf(id)
  const name = [words.source(source), words.format(format), day && formatDate(day, locale)].filter(Boolean).join(', ')
  return (
    <TableRow>
      <Cell isTitle className="max-sm:basis-[calc(100%-7.5rem)]!">
        {words.source(source)}
        <DownloadFailure state={state} expiresAt={expiresAt} />
      </Cell>
      <Cell className="max-sm:order-2">{words.format(format)}</Cell>
      <Cell isEnd className={classNames('max-sm:order-2 max-sm:ml-0!', rows === 0 && 'text-muted')}>
        {words.rows(rows)}
      </Cell>
      <Cell isEnd className="text-muted max-sm:order-2 max-sm:ml-0!">
        {words.size(bytes)}
      </Cell>
      <Cell className="max-sm:order-2 sm:pl-6">
        <ExpiryCell expiresAt={expiresAt} expiry={expiry} />
      </Cell>
      <Cell isEnd className="max-sm:order-1">
        <DownloadButton
          name={name}
          expiry={expiry.state}
          state={state}
          onDownload={() => void downloads.start(id, report)}
        />
      </Cell>
    </TableRow>
  )
}
