'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Spinner } from '@/components/ui/spinner'
import { Cell, TableRow } from '@/components/ui/table'
import { formatDate } from '@/lib/domain/format/format'

import { DeleteReport } from './delete-report'
import { DownloadButton, DownloadFailure } from './download-button'
import { ExpiryCell } from './expiry-cell'
import { readExpiry } from './report-index'
import type { ListedReportJob } from './report-job'
import { useReportWords } from './report-name'
import type { Downloads } from './use-downloads'
import { isWorking } from './use-report-jobs'

const tones = { queued: 'neutral', running: 'info', ready: 'accent', expired: 'neutral', failed: 'danger' } as const

const isKnown = (status: string): status is keyof typeof tones => status in tones

/** Where an order stands; a status of another service is shown as it came. */
function JobStatus({ status }: { readonly status: string | undefined }) {
  const t = useTranslations('reports.status')
  if (status === undefined) return null
  const tone: Tone = isKnown(status) ? tones[status] : 'neutral'
  return (
    <Badge tone={tone}>
      {isWorking(status) && <Spinner size={11} />}
      {isKnown(status) ? t(status) : status}
    </Badge>
  )
}

interface JobRowProps {
  readonly job: ListedReportJob
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
  const expiry = readExpiry(job.expires_at, now)
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

function useDays({ date_from: from, date_to: to }: ListedReportJob): string {
  const locale = useLocale()
  const days = [...new Set([from, to])].flatMap((day) => (day === undefined ? [] : [formatDate(day, locale)]))
  return days.join(' – ')
}

function useSelection(
  { filter_id: filter, monitor_tag: tag }: ListedReportJob,
  names: ReadonlyMap<string, string>,
): string {
  const t = useTranslations('reports.order')
  const parts = [
    filter && t('byFilter', { name: names.get(filter) ?? t('deletedFilter') }),
    tag && t('byTag', { name: tag }),
  ].filter(Boolean)
  return parts.length === 0 ? t('everything') : parts.join(' · ')
}
