'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { Spinner } from '@/components/ui/spinner'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { reportErrorIn } from '@/lib/contract/report-errors'
import { formatDate } from '@/lib/domain/format/format'

import { DeleteReport } from './delete-report'
import { DownloadButton, DownloadFailure } from './downloads/download-button'
import type { Downloads } from './downloads/use-downloads'
import { ExpiryCell } from './expiry-cell'
import { PreviewButton } from './preview/preview-button'
import { readExpiry } from './report-index'
import { type ListedReportJob, useReportWords } from './report-name'
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
  /** Who ordered it, in words. */
  readonly maker: string | undefined
  /** Names of the account's filters, by id; undefined while they are not known. */
  readonly filterNames: ReadonlyMap<string, string> | undefined
  readonly now: number
  readonly downloads: Downloads
  readonly onRepeat: () => void
  readonly onSchedule: () => void
}

export function JobRow({ job, maker, filterNames, now, downloads, onRepeat, onSchedule }: JobRowProps) {
  const words = useReportWords()
  const days = useDays(job)
  const selection = useSelection(job, filterNames)
  const state = downloads.stateOf(job.id)
  const expiry = readExpiry(job.expires_at, now)
  const name = [words.source(job.source), words.format(job.format), days].filter(Boolean).join(', ')
  return (
    <TableRow>
      <Cell isTitle className="max-sm:basis-[calc(100%-11.5rem)]!">
        {words.source(job.source)} {words.format(job.format)}
        <span className="block text-sm font-normal text-muted">{selection}</span>
        <OrderedBy job={job} maker={maker} />
        <JobError job={job} />
        <DownloadFailure state={state} expiresAt={job.expires_at} onCancel={() => downloads.cancel(job.id)} />
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
          {job.status === 'ready' && expiry.state !== 'expired' && <PreviewButton id={job.id} name={name} />}
          {job.status === 'ready' && (
            <DownloadButton
              name={name}
              expiry={expiry.state}
              state={state}
              onDownload={() => void downloads.start(job.id)}
              onSpreadsheet={
                job.format === 'csv' ? () => void downloads.start(job.id, undefined, 'spreadsheet') : undefined
              }
            />
          )}
          <JobMenu name={name} onRepeat={onRepeat} onSchedule={onSchedule} />
          <DeleteReport job={job} name={name} />
        </span>
      </Cell>
    </TableRow>
  )
}

/** When, and by whom, as far as it is known. */
function OrderedBy({ job, maker }: Pick<JobRowProps, 'job' | 'maker'>) {
  const t = useTranslations('reports.jobs')
  if (!job.created_at) return null
  return (
    <span className="block text-sm font-normal text-muted">
      {t('ordered')} <Time instant={job.created_at} format="relative" />
      {maker !== undefined && `, ${maker}`}
    </span>
  )
}

/** Why it could not be made, in the reader's words where this panel has them. */
function JobError({ job }: Pick<JobRowProps, 'job'>) {
  const t = useTranslations('reports.jobs.error')
  if (job.status !== 'failed') return null
  const known = reportErrorIn(job.error ?? '')
  const text = known === undefined ? (job.error ?? t('unknown')) : t(known)
  return <span className="block text-sm font-normal text-danger-ink">{text}</span>
}

interface JobMenuProps extends Pick<JobRowProps, 'onRepeat' | 'onSchedule'> {
  readonly name: string
}

function JobMenu({ name, onRepeat, onSchedule }: JobMenuProps) {
  const t = useTranslations('reports.jobs')
  const { reason } = usePermission('reports.create')
  const entries = [
    { id: 'repeat', label: t('repeat'), icon: 'refresh', disabledReason: reason, onAction: onRepeat },
    { id: 'schedule', label: t('schedule'), icon: 'calendar', disabledReason: reason, onAction: onSchedule },
  ] as const
  return <RowMenu label={t('menu', { name })} groups={[{ id: 'again', entries }]} />
}

function useDays({ date_from: from, date_to: to }: ListedReportJob): string {
  const locale = useLocale()
  const days = [...new Set([from, to])].flatMap((day) => (day === undefined ? [] : [formatDate(day, locale)]))
  return days.join(' – ')
}

function useSelection(
  { filter_id: filter, monitor_tag: tag }: ListedReportJob,
  names: ReadonlyMap<string, string> | undefined,
): string {
  const t = useTranslations('reports.order')
  const parts = [
    filter &&
      (names?.has(filter) === false ? t('byDeletedFilter') : t('byFilter', { name: names?.get(filter) ?? '…' })),
    tag && t('byTag', { name: tag }),
  ].filter(Boolean)
  return parts.length === 0 ? t('everything') : parts.join(' · ')
}
