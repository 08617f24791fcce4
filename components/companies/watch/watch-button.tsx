'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import type { PanelAnswer } from '@/lib/client/client'

import { watchedNumber } from './watched-number'

const WatchDialog = lazyComponent(async () => (await import('./watch-dialog')).WatchDialog)

/** Begins to watch the company; not there for what cannot be watched. */
export function WatchButton({ found }: { readonly found: PanelAnswer<'companies.get'> }) {
  const t = useTranslations('companies.watch')
  const { reason } = usePermission('monitors.create')
  const watched = watchedNumber(found)
  if (watched === undefined) return null
  return (
    <DialogButton
      disabledReason={reason}
      renderDialog={(close) => <WatchDialog watched={watched} name={found.company?.name} onClose={close} />}
    >
      <Icon name="eye" size={14} />
      {t('button')}
    </DialogButton>
  )
}
