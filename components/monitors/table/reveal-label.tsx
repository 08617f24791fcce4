'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'

interface RevealLabelProps {
  /** Of the monitor. */
  readonly id: string
  readonly onReveal: (label: string) => void
}

/** Gives a masked label in the clear to who may see it, for editing; every press is in the audit log. */
export function RevealLabel({ id, onReveal }: RevealLabelProps) {
  const t = useTranslations('monitors.editor')
  const { reason } = usePermission('personal.reveal')
  const toText = useFailureText()
  const reveal = useMutation({
    ...panelMutation('personal.reveal'),
    onSuccess: ({ value }) => onReveal(value),
    onError: (error) => void toast.error(toText(error)),
    gcTime: 0,
  })
  return (
    <Button
      size="sm"
      disabledReason={reason}
      isPending={reveal.isPending}
      title={t('revealNote')}
      onClick={() => reveal.mutate({ body: { kind: 'monitor', id, field: 'label' } })}
    >
      <Icon name="eye" size={14} />
      {t('revealLabel')}
    </Button>
  )
}
