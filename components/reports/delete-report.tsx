'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'

import { ORDER_BUTTON_ID, type ListedReportJob } from './report-job'
import { isWorking } from './use-report-jobs'

interface DeleteReportProps {
  readonly job: ListedReportJob
  /** The report in words. */
  readonly name: string
}

async function deleteReport(id: string): Promise<void> {
  const { call } = await import('@/lib/client/browser')
  await call('reports.delete', { params: { job_id: id } })
}

/** Cancels an order that is still being made, or deletes a report with its file; asked first, because neither comes back. */
export function DeleteReport({ job, name }: DeleteReportProps) {
  const isCancel = isWorking(job.status)
  const t = useTranslations(`reports.${isCancel ? 'cancel' : 'delete'}`)
  const client = useQueryClient()
  const toText = useFailureText()
  const { reason } = usePermission('reports.delete')
  const leaveRow = async () => {
    await Promise.all(
      [
        ['reports', 'list'],
        ['panel', 'reportSchedules'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
    // The row, and the button in it, are gone.
    document.getElementById(ORDER_BUTTON_ID)?.focus()
  }
  return (
    <DeleteDialog
      title={t('title')}
      confirmLabel={t('confirm')}
      onDelete={() => deleteReport(job.id)}
      onDone={leaveRow}
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
