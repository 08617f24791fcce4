'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelMutation } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { isApiError } from '@/lib/domain/api-error'

interface DeleteBzpAlertProps {
  /** Undefined while nothing is asked. */
  readonly alert: BzpAlert | undefined
  readonly onClose: () => void
}

/** Asks before an alert goes with all that it found. */
export function DeleteBzpAlert({ alert, onClose }: DeleteBzpAlertProps) {
  const t = useTranslations('bzp-alerts.remove')
  const counted = useCountValues()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState(alert)
  if (alert !== undefined && alert !== shown) setShown(alert)
  const name = shown?.name ?? ''
  const remove = useMutation({
    ...panelMutation('rules.delete'),
    onSuccess: ({ cancelled }) => toast.success(withCancelled(t('done', { name }), cancelled)),
    // Somebody else was faster: it is gone, which is what was asked for.
    onError: (error) =>
      isApiError(error) && error.status === 404 ? toast.success(t('done', { name })) : toast.error(t('failed')),
    onSettled: async () => {
      await Promise.all(
        ['bzpAlerts', 'bzpMatches'].map((resource) => client.invalidateQueries({ queryKey: ['panel', resource] })),
      )
      onClose()
    },
  })
  return (
    <ConfirmDialogLazy
      title={t('title', { name })}
      isOpen={alert !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => alert && remove.mutate({ params: { id: alert.id } })}
      isPending={remove.isPending}
    >
      <p>{t('text', counted(shown?.match_count ?? 0))}</p>
      {shown?.is_team === true && <p>{t('team')}</p>}
      <p>{t('final')}</p>
    </ConfirmDialogLazy>
  )
}
