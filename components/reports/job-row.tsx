'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Cell, TableRow } from '@/components/ui/table'
import { formatDate } from '@/lib/domain/format'

import { DeleteReport } from './delete-report'
import { DownloadButton, DownloadFailure } from './download-button'
import { ExpiryCell } from './expiry-cell'
import { JobStatus } from './job-status'
import { expiryOf } from './report-index'
import type { ReportJob } from './report-job'
import { useReportWords } from './report-name'
import type { Downloads } from './use-downloads'

interface JobRowProps {
  readonly job: ReportJob
  /** Names of the account's filters, by id. */
  readonly filterNames: ReadonlyMap<string, string>
  readonly now: number
  readonly downloads: Downloads
}

export function JobRow({ job, filterNames, now, downloads }: JobRowProps) {
  const words = useReportWords()
  const days = useDays(job)
  const selection = useSelection(job, filterNames)
  const state = downloads.stateOf(job.id)
  const expiry = expiryOf(job.expires_at, now)
  const name = [words.source(job.source), words.format(job.format), days].filter(Boolean).join(', ')
  return (
    <TableRow>
      <Cell isTitle className="max-sm:basis-[calc(100%-7.5rem)]!">
        {words.source(job.source)} {words.format(job.format)}
        <span className="block text-sm font-normal text-muted">{selection}</span>
        {job.status === 'failed' && job.error && (
          <span className="block text-sm font-normal text-danger-ink">{job.error}</span>
        )}
        <DownloadFailure state={state} expiresAt={job.expires_at} />
      </Cell>
      <Cell className="max-sm:order-2">{days}</Cell>
      <Cell className="max-sm:order-2">
        <JobStatus status={job.status} />
      </Cell>
      <Cell isEnd className={classNames('max-sm:order-2 max-sm:ml-0!', job.row_count === 0 && 'text-muted')}>
        {words.rows(job.row_count)}
      </Cell>
      <Cell className="max-sm:order-2 sm:pl-6">
        {job.status === 'ready' && <ExpiryCell expiresAt={job.expires_at} expiry={expiry} />}
      </Cell>
      <Cell isEnd className="max-sm:order-1">
        <span className="inline-flex items-center gap-1">
          {job.status === 'ready' && (
            <DownloadButton
              name={name}
              expiry={expiry.state}
              state={state}
              onDownload={() => void downloads.start(job.id)}
            />
          )}
          <DeleteReport job={job} name={name} />
        </span>
      </Cell>
    </TableRow>
  )
}

function useDays({ date_from: from, date_to: to }: ReportJob): string {
  const locale = useLocale()
  const days = [...new Set([from, to])].flatMap((day) => (day === undefined ? [] : [formatDate(day, locale)]))
  return days.join(' – ')
}

function useSelection({ filter_id: filter, monitor_tag: tag }: ReportJob, names: ReadonlyMap<string, string>): string {
  const t = useTranslations('reports.order')
  const parts = [
    filter && t('byFilter', { name: names.get(filter) ?? t('deletedFilter') }),
    tag && t('byTag', { name: tag }),
  ].filter(Boolean)
  return parts.length === 0 ? t('everything') : parts.join(' · ')
}
