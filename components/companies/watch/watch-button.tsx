'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import type { PanelAnswer } from '@/lib/client/client'

import { watchedNumber } from './watched-number'

const NewMonitorDialog = lazyComponent(
  async () => (await import('@/components/shared/new-monitor-dialog')).NewMonitorDialog,
)

/** Creates a monitor for the company; not shown if the company cannot be monitored. */
export function WatchButton({ companyAnswer }: { readonly companyAnswer: PanelAnswer<'companies.get'> }) {
  const t = useTranslations('companies.watch')
  const { reason } = usePermission('monitors.create')
  const watched = watchedNumber(companyAnswer)
  if (watched === undefined) return null
  const name = companyAnswer.company?.name
  const words = {
    title: name === undefined ? t('dialogUnnamed') : t('dialog', { name }),
    explain: t('explain'),
    create: t('create'),
    createdText: t('done'),
    duplicateText: t('taken'),
  }
  return (
    <DialogButton
      disabledReason={reason}
      renderDialog={(close) => <NewMonitorDialog watched={watched} words={words} onClose={close} />}
    >
      <Icon name="eye" size={14} />
      {t('button')}
    </DialogButton>
  )
}
