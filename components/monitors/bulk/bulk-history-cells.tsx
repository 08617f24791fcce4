'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDate } from '@/lib/domain/format/format'
import { deletedRecordPath } from '@/lib/domain/routes'
import type { BulkTagJob } from '@/lib/features/bulk-tags/contract'

const tones: Readonly<Record<BulkTagJob['state'], Tone>> = {
  running: 'info',
  interrupted: 'warn',
  partial: 'warn',
  cancelled: 'neutral',
  done: 'accent',
  undone: 'neutral',
  expired: 'neutral',
}

export const bulkHistoryColumns = {
  change: { isTitle: true, bar: 'w-48' },
  who: { cell: 'text-muted', bar: 'w-32', line: 'h-10' },
  monitors: { isEnd: true, cell: 'whitespace-nowrap' },
  state: {},
  actions: { isEnd: true, isUnnamed: true, bar: 'h-7 w-16' },
}

interface BulkHistoryActions {
  readonly onUndo: (job: BulkTagJob) => void
  readonly onGoOn: (job: BulkTagJob) => void
}

export function useBulkHistoryCells(actions: BulkHistoryActions) {
  const t = useTranslations('bulk-tags.history')
  const countValues = useCountValues()
  return (job: BulkTagJob) => ({
    change: <TagChanges job={job} />,
    who: (
      <>
        <span className="break-all">{job.actor}</span>
        <br className="stacked:hidden" /> <Time instant={job.created_at} />
      </>
    ),
    monitors: (
      <>
        {t('changed', { changed: countValues(job.updated).count, planned: countValues(job.changing).count })}
        {job.failed > 0 && <div className="text-sm text-warn-ink">{t('failed', countValues(job.failed))}</div>}
      </>
    ),
    state: <Badge tone={tones[job.state]}>{t(`states.${job.state}`)}</Badge>,
    actions: <Actions job={job} {...actions} />,
  })
}

export function TagChanges({ job }: { readonly job: BulkTagJob }) {
  const t = useTranslations('bulk-tags.history')
  return (
    <span className="flex max-w-md flex-wrap items-center gap-1">
      {job.kind === 'delete' && <Badge tone="danger">{t('isDelete')}</Badge>}
      {job.kind === 'undo' && <span className="text-sm font-normal text-muted">{t('isUndo')}</span>}
      {job.add.map((tag) => (
        <Badge key={`+${tag}`} tone="accent" className="max-w-full truncate">
          {t('added', { tag })}
        </Badge>
      ))}
      {job.remove.map((tag) => (
        <Badge key={`-${tag}`} tone="warn" className="max-w-full truncate">
          {t('removed', { tag })}
        </Badge>
      ))}
    </span>
  )
}

function Actions({ job, onUndo, onGoOn }: BulkHistoryActions & { readonly job: BulkTagJob }) {
  const t = useTranslations('bulk-tags.history')
  const locale = useLocale()
  const runPermission = usePermission('bulkTags.run')
  const undoPermission = usePermission('bulkTags.undo')
  const tags = job.kind === 'delete' ? t('isDelete') : [...job.add, ...job.remove].join(', ')
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {(job.state === 'interrupted' || job.state === 'partial') && (
        <Button
          size="sm"
          disabledReason={runPermission.reason}
          aria-label={t(job.state === 'partial' ? 'retryNamed' : 'continueNamed', { tags })}
          onClick={() => onGoOn(job)}
        >
          {t(job.state === 'partial' ? 'retry' : 'continue')}
        </Button>
      )}
      {job.kind === 'delete' && job.changed > 0 && (
        <a href={deletedRecordPath(job.id)} download className="text-sm underline underline-offset-2">
          {t('record')}
        </a>
      )}
      {job.undo_until !== null && (
        <Button
          size="sm"
          variant="ghost"
          disabledReason={undoPermission.reason}
          aria-label={t('undoNamed', { tags })}
          title={t('until', { date: formatDate(job.undo_until, locale) })}
          onClick={() => onUndo(job)}
        >
          {t('undo')}
        </Button>
      )}
    </span>
  )
}
