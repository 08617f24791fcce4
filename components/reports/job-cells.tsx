'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Badge, type Tone } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { restoreFocus } from '@/components/ui/restore-focus'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/time'
import { reportErrorIn } from '@/lib/contract/report-errors'
import { formatDate } from '@/lib/domain/format/format'

import { DownloadButton, DownloadFailure } from './downloads/download-button'
import type { Downloads } from './downloads/use-downloads'
import { ExpiryCell } from './expiry-cell'
import { PreviewButton } from './preview/preview-button'
import { readExpiry } from './report-index'
import { type ListedReportJob, useReportWords, ORDER_BUTTON_ID } from './report-name'
import { isWorking } from './use-report-jobs'

const tones = { queued: 'neutral', running: 'info', ready: 'accent', expired: 'neutral', failed: 'danger' } as const

const isKnown = (status: string): status is keyof typeof tones => status in tones

/** The state of an order; an unknown status of another service is shown unchanged. */
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

interface JobCellsProps {
  /** Names of the account's filters by id; undefined while loading. */
  readonly filterNames: ReadonlyMap<string, string> | undefined
  readonly now: number
  readonly downloads: Downloads
  readonly onRepeat: (job: ListedReportJob) => void
  readonly onSchedule: (job: ListedReportJob) => void
}

export function useJobCells({ filterNames, now, downloads, onRepeat, onSchedule }: JobCellsProps) {
  const words = useReportWords()
  const daysOf = useDays()
  const selectionOf = useSelection(filterNames)
  return (job: ListedReportJob, maker: string | undefined) => {
    const days = daysOf(job)
    const state = downloads.stateOf(job.id)
    const expiry = readExpiry(job.expires_at, now)
    const name = [words.source(job.source), words.format(job.format), days].filter(Boolean).join(', ')
    const isReady = job.status === 'ready'
    const downloadSpreadsheet = () => void downloads.start(job.id, undefined, 'spreadsheet')
    return {
      report: (
        <>
          {words.source(job.source)} {words.format(job.format)}
          <span className="block text-sm font-normal text-muted">{selectionOf(job)}</span>
          <OrderFilterChip job={job} maker={maker} />
          <JobError job={job} />
          <DownloadFailure state={state} expiresAt={job.expires_at} onCancel={() => downloads.cancel(job.id)} />
        </>
      ),
      days,
      status: <JobStatus status={job.status} />,
      rows: { content: words.rows(job.row_count), className: job.row_count === 0 ? 'text-muted' : '' },
      expires: isReady && <ExpiryCell expiresAt={job.expires_at} expiry={expiry} />,
      action: (
        <span className="inline-flex items-center gap-1">
          {isReady && expiry.state !== 'expired' && <PreviewButton id={job.id} name={name} />}
          {isReady && (
            <DownloadButton
              name={name}
              expiry={expiry.state}
              state={state}
              onDownload={() => void downloads.start(job.id)}
              onSpreadsheet={job.format === 'csv' ? downloadSpreadsheet : undefined}
            />
          )}
          <JobMenu name={name} onRepeat={() => onRepeat(job)} onSchedule={() => onSchedule(job)} />
          <DeleteReport job={job} name={name} />
        </span>
      ),
    }
  }
}

interface JobProps {
  readonly job: ListedReportJob
}

function OrderFilterChip({ job, maker }: JobProps & { readonly maker: string | undefined }) {
  const t = useTranslations('reports.jobs')
  if (!job.created_at) return null
  return (
    <span className="block text-sm font-normal text-muted">
      {t('ordered')} <Time instant={job.created_at} format="relative" />
      {maker !== undefined && `, ${maker}`}
    </span>
  )
}

/** Why the report could not be created; translated for errors that the panel knows. */
function JobError({ job }: JobProps) {
  const t = useTranslations('reports.jobs.error')
  if (job.status !== 'failed') return null
  const known = reportErrorIn(job.error ?? '')
  const text = known === undefined ? (job.error ?? t('unknown')) : t(known)
  return <span className="block text-sm font-normal text-danger-ink">{text}</span>
}

interface JobMenuProps {
  readonly name: string
  readonly onRepeat: () => void
  readonly onSchedule: () => void
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

function useDays() {
  const locale = useLocale()
  return ({ date_from: from, date_to: to }: ListedReportJob): string => {
    const days = [...new Set([from, to])].flatMap((day) => (day === undefined ? [] : [formatDate(day, locale)]))
    return days.join(' – ')
  }
}

function useSelection(names: ReadonlyMap<string, string> | undefined) {
  const t = useTranslations('reports.order')
  return ({ filter_id: filter, monitor_tag: tag }: ListedReportJob): string => {
    const parts = [
      filter &&
        (names?.has(filter) === false ? t('byDeletedFilter') : t('byFilter', { name: names?.get(filter) ?? '…' })),
      tag && t('byTag', { name: tag }),
    ].filter(Boolean)
    return parts.length === 0 ? t('everything') : parts.join(' · ')
  }
}

interface DeleteReportProps {
  readonly job: ListedReportJob
  /** The report's description. */
  readonly name: string
}

/** Cancels a pending order, or deletes a report with its file. Requires confirmation, because it cannot be undone. */
function DeleteReport({ job, name }: DeleteReportProps) {
  const isCancel = isWorking(job.status)
  const t = useTranslations(`reports.${isCancel ? 'cancel' : 'delete'}`)
  const toText = useFailureText()
  const { reason } = usePermission('reports.delete')
  const remove = useAction('reports.delete')
  return (
    <DeleteDialog
      title={t('title')}
      confirmLabel={t('confirm')}
      onDelete={() => remove.mutateAsync({ params: { job_id: job.id } })}
      // The row with the button has been removed.
      onDone={() => restoreFocus(() => document.getElementById(ORDER_BUTTON_ID))}
      successText={t('done', { name })}
      failed={(error) => t('failed', { reason: toText(error) })}
      button={{
        size: 'sm',
        variant: 'ghost',
        iconOnly: !isCancel,
        'aria-label': t('named', { name }),
        title: t('action'),
        disabledReason: reason,
        children: isCancel ? t('action') : <Icon name="trash" size={14} />,
      }}
    >
      <p>{t('text', { name })}</p>
    </DeleteDialog>
  )
}
