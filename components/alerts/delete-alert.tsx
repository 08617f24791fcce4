'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { SpendAlert } from '@/lib/contract/panel/spend-alerts'

import { useAlertText } from './use-alert-text'

interface DeleteAlertProps {
  /** Null while nothing is asked. */
  readonly alert: SpendAlert | null
  readonly onClose: () => void
}

export function DeleteAlert({ alert, onClose }: DeleteAlertProps) {
  const t = useTranslations('alerts.remove')
  const text = useAlertText()
  const client = useQueryClient()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState<SpendAlert | null>(null)
  if (alert !== null && alert !== shown) setShown(alert)
  const remove = useMutation({
    ...panelMutation('spendAlerts.delete'),
    onSuccess: () => toast.success(t('done')),
    onError: () => toast.error(t('failed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'spendAlerts'] })
      onClose()
    },
  })
  return (
    <ConfirmDialogLazy
      title={t('title')}
      isOpen={alert !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => alert && remove.mutate({ params: { id: alert.id } })}
      isPending={remove.isPending}
    >
      {shown && <p>{t('text', { rule: text.rule(shown, shown.thresholds), count: shown.recipient_count })}</p>}
    </ConfirmDialogLazy>
  )
}
