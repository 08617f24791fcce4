'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveAnswer } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'
import { panelMutation } from '@/lib/client/queries'

/** Makes the coverage certificate and saves it. */
export function CertificateButton({ id }: { readonly id: string }) {
  const t = useTranslations('monitor-detail.certificate')
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
      onClick={() => mutate({ params: { id } })}
    >
      <Icon name="download" />
      {t('button')}
    </Button>
  )
}
