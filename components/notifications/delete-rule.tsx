'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelMutation } from '@/lib/client/queries'
import type { Rule } from '@/lib/contract/panel/rules'
import { isApiError } from '@/lib/domain/api-error'

interface DeleteRuleProps {
  /** Undefined while nothing is asked. */
  readonly rule: Rule | undefined
  readonly onClose: () => void
}

/** Asks before a rule goes with what it found and was not told. */
export function DeleteRule({ rule, onClose }: DeleteRuleProps) {
  const t = useTranslations('notifications.remove')
  const counted = useCountValues()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState(rule)
  if (rule !== undefined && rule !== shown) setShown(rule)
  const name = shown?.name ?? ''
  const remove = useMutation({
    ...panelMutation('rules.delete'),
    onSuccess: ({ cancelled }) => toast.success(withCancelled(t('done', { name }), cancelled)),
    // Somebody else was faster: it is gone, which is what was asked for.
    onError: (error) =>
      isApiError(error) && error.status === 404 ? toast.success(t('done', { name })) : toast.error(t('failed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'rules'] })
      onClose()
    },
  })
  return (
    <ConfirmDialogLazy
      title={t('title', { name })}
      isOpen={rule !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => rule && remove.mutate({ params: { id: rule.id } })}
      isPending={remove.isPending}
    >
      <p>{t('text')}</p>
      <p>{t('waiting', counted(shown?.waiting ?? 0))}</p>
    </ConfirmDialogLazy>
  )
}
