'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'

export function CertificateButton({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail.certificate')
  const locale = useLocale()
  const { allowed, reason } = usePermission('coverage.certificate')
  const { mutate, isPending } = useAction('coverage.certificate', {
    onSuccess: async (answer) => {
      await saveAnswer(answer, 'poswiadczenie.pdf')
      toast.success(t('saved'))
    },
    failed: t('failed'),
  })
  return (
    <Button
      isPending={isPending}
      disabledReason={allowed ? undefined : reason}
      onClick={() => mutate({ params: { id }, query: { locale } })}
    >
      <Icon name="download" />
      {t('button')}
    </Button>
  )
}
