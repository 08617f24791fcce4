'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveAnswer } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import { panelMutation } from '@/lib/client/queries'

/** Makes the certificate in the language of the page and saves it. */
export function CertificateButton({ id }: { readonly id: string }) {
  const t = useTranslations('monitor-detail.certificate')
  const locale = useLocale()
  const client = useQueryClient()
  const { allowed, reason } = usePermission('coverage.certificate')
  const { mutate, isPending } = useMutation({
    ...panelMutation('coverage.certificate'),
    onSuccess: async (answer) => {
      await saveAnswer(answer, 'poswiadczenie.pdf')
      toast.success(t('saved'))
      await client.invalidateQueries({ queryKey: ['panel', 'coverage', 'history'] })
    },
    onError: () => toast.error(t('failed')),
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
