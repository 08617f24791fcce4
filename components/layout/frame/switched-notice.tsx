'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { notSwitched, readSwitched, subscribeSwitched } from '@/lib/client/page-viewer'
import { routes } from '@/lib/domain/routes'

import { useViewer } from '../viewer'

const Dialog = lazyComponent(() => import('@/components/ui/overlay/dialog').then((module) => module.Dialog))

const stay = () => undefined

/** The session works for another account or person by now: this page can only be left. What is typed stays to be copied. */
export function SwitchedNotice() {
  const t = useTranslations('layout.switched')
  const { account, email } = useViewer()
  const isSwitched = useSyncExternalStore(subscribeSwitched, readSwitched, notSwitched)
  if (!isSwitched) return null
  return (
    <Dialog
      title={t('title')}
      isOpen
      onOpenChange={stay}
      role="alertdialog"
      isDismissable={false}
      footer={
        <Button variant="primary" autoFocus onClick={() => window.location.assign(routes.overview)}>
          {t('reload')}
        </Button>
      }
    >
      <p>{t('text', { account: account.name, email })}</p>
    </Dialog>
  )
}
