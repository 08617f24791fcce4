'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'

import { ORDER_BUTTON_ID, type ListedReportJob } from './report-name'
import { isWorking } from './use-report-jobs'

interface DeleteReportProps {
  readonly job: ListedReportJob
  /** The report in words. */
  readonly name: string
}

/** Cancels an order that is still being made, or deletes a report with its file; asked first, because neither comes back. */
export function DeleteReport({ job, name }: DeleteReportProps) {
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
      // The row, and the button in it, are gone.
      onDone={() => document.getElementById(ORDER_BUTTON_ID)?.focus()}
      done={t('done', { name })}
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
