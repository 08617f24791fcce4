'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { FailureReason } from '@/components/layout/failed-query'
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

import { dropMonitors, refreshCounts } from '../data/monitor-cache'
import { type MonitorRecord, monitorName } from '../data/monitor-record'
import type { SelectionStore } from '../selection/selection-store'

interface DeleteMonitorDialogProps {
  readonly monitor: MonitorRecord
  readonly store: SelectionStore
  readonly onClose: () => void
}

export function DeleteMonitorDialog({ monitor, store, onClose }: DeleteMonitorDialogProps) {
  const t = useTranslations('monitors')
  const client = useQueryClient()
  const countValues = useCountValues()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requestDeletion(monitor.id),
    onSuccess: async () => {
      dropMonitors(client, new Set([monitor.id]))
      store.drop([monitor.id])
      onClose()
      toast.success(t('delete.done', countValues(1)))
      await refreshCounts(client)
    },
  })
  return (
    <ConfirmDialog
      title={t('delete.title', countValues(1))}
      onClose={onClose}
      tone="danger"
      confirmLabel={t('delete.confirm', countValues(1))}
      isPending={isPending}
      onConfirm={mutate}
    >
      <p className="mb-2 font-medium">{monitorName({ ...monitor, identifier_value: null }) ?? t('row.unnamed')}</p>
      <p>{t('delete.text', countValues(1))}</p>
      {error !== null && (
        <div role="alert" className="mt-3 text-danger-ink">
          <FailureReason error={error} />
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Deletes one monitor (decision 3, calls for single monitors). Throws the service's refusal. */
async function requestDeletion(id: string): Promise<void> {
  try {
    await lazyCall('monitors.delete', { params: { id } })
  } catch (error) {
    // A 404 means that another user has already deleted it, which counts as success.
    if (!isApiError(error) || error.status !== 404) throw error
  }
}
