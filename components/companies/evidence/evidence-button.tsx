'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { panelMutation, panelQuery } from '@/lib/client/queries'

import { EvidenceFace } from './evidence-face'

const formats = ['pdf', 'zip'] as const

/** Everything that was paid for about a company as one file. Making it costs nothing. */
export function EvidenceButton({ number }: { readonly number: string }) {
  const t = useTranslations('evidence-file')
  const { make, reason } = useMakeEvidence(number)
  if (reason !== undefined || make.isPending)
    return (
      <Button isPending={make.isPending} disabledReason={reason}>
        <EvidenceFace />
      </Button>
    )
  const entries = formats.map((file) => ({
    id: file,
    label: t(`formats.${file}`),
    onAction: () => make.mutate(file),
  }))
  return (
    <MenuButton
      label={t('button')}
      variant="secondary"
      placement="bottom end"
      groups={[{ id: 'formats', title: t('free'), entries }]}
    >
      <EvidenceFace />
      <Icon name="chevron-down" />
    </MenuButton>
  )
}

function useMakeEvidence(number: string) {
  const t = useTranslations('evidence-file')
  const locale = useLocale()
  const failureText = useFailureText()
  const permission = usePermission('evidenceFiles.make')
  const known = useQuery(panelQuery('companies.get', { params: { number } }))
  const { mutateAsync } = useMutation(panelMutation('evidenceFiles.make'))
  const make = useMutation({
    mutationFn: async (file: (typeof formats)[number]) =>
      saveAnswer(await mutateAsync({ params: { number, file }, query: { locale } }), `${t('button')}.${file}`),
    onSuccess: (name) => toast.success(t('saved', { name })),
    onError: (error) => toast.error(t('failed', { reason: failureText(error) })),
  })
  const isEmpty = known.data?.parts.length === 0
  return { make, reason: permission.reason ?? (isEmpty ? t('empty') : undefined) }
}
