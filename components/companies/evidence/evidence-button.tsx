'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { panelQuery } from '@/lib/client/queries'

import { EvidenceLabel } from './evidence-label'

const formats = ['pdf', 'zip'] as const

/** Exports everything that was paid for about a company as one file, free of charge. */
export function EvidenceButton({ number }: { readonly number: string }) {
  const t = useTranslations('evidence-files')
  const locale = useLocale()
  const { make, reason } = useMakeEvidence(number)
  if (reason !== undefined || make.isPending)
    return (
      <Button isPending={make.isPending} disabledReason={reason}>
        <EvidenceLabel />
      </Button>
    )
  const entries = formats.map((file) => ({
    id: file,
    label: t(`formats.${file}`),
    onAction: () => make.mutate({ params: { number, file }, query: { locale } }),
  }))
  return (
    <MenuButton
      label={t('button')}
      variant="secondary"
      placement="bottom end"
      groups={[{ id: 'formats', title: t('free'), entries }]}
    >
      <EvidenceLabel />
      <Icon name="chevron-down" />
    </MenuButton>
  )
}

function useMakeEvidence(number: string) {
  const t = useTranslations('evidence-files')
  const permission = usePermission('evidenceFiles.make')
  const companyQuery = useQuery(panelQuery('companies.get', { params: { number } }))
  const make = useAction('evidenceFiles.make', {
    onSuccess: async (answer, { params: { file } }) =>
      toast.success(t('saved', { name: await saveAnswer(answer, `${t('button')}.${file}`) })),
    failed: (failure) => t('failed', { reason: failure }),
  })
  const isEmpty = companyQuery.data?.parts.length === 0
  return { make, reason: permission.reason ?? (isEmpty ? t('empty') : undefined) }
}
