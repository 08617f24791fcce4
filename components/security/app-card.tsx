'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { Time } from '@/components/ui/time'
import type { PanelOutput } from '@/lib/features/contract'
import type { SecondFactorState } from '@/lib/features/security/contract/second-factor'

import { useFactorFailureText } from './use-factor-change'

const AppDialog = lazyComponent(async () => (await import('./app-dialog')).AppDialog)

interface AppCardProps {
  readonly app: SecondFactorState['app']
  /** Called with the recovery codes created along with it. */
  readonly onCodes: (codes: readonly string[]) => void
}

export function AppCard({ app, onCodes }: AppCardProps) {
  const t = useTranslations('security.app')
  return (
    <Card title={t('title')} aside={app === null ? t('none') : undefined}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('text')}</p>
        {app === null ? <AddApp onCodes={onCodes} /> : <ConfirmedApp app={app} />}
      </CardBody>
    </Card>
  )
}

function AddApp({ onCodes }: Pick<AppCardProps, 'onCodes'>) {
  const t = useTranslations('security.app')
  const [setup, setSetup] = useState<PanelOutput<'secondFactor.startApp'> | null>(null)
  const start = useAction('secondFactor.startApp', { failed: useFactorFailureText(), onSuccess: setSetup })
  return (
    <>
      <Button onClick={() => start.mutate({})} isPending={start.isPending}>
        {t('add')}
      </Button>
      {setup !== null && <AppDialog setup={setup} onClose={() => setSetup(null)} onCodes={onCodes} />}
    </>
  )
}

function ConfirmedApp({ app }: { readonly app: NonNullable<AppCardProps['app']> }) {
  const t = useTranslations('security.app')
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useAction('secondFactor.removeApp', {
    done: t('removed'),
    failed: useFactorFailureText(),
    onSuccess: () => setIsConfirming(false),
  })
  return (
    <>
      <DataList>
        <DataRow label={t('since')}>
          <Time instant={app.confirmed_at} format="date" />
        </DataRow>
        <DataRow label={t('used')}>
          {app.last_used_at === null ? t('never') : <Time instant={app.last_used_at} />}
        </DataRow>
      </DataList>
      <Button onClick={() => setIsConfirming(true)}>{t('remove')}</Button>
      <ConfirmDialogLazy
        title={t('removeTitle')}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        confirmLabel={t('remove')}
        tone="danger"
        onConfirm={() => remove.mutate({})}
        isPending={remove.isPending}
      >
        {t('removeText')}
      </ConfirmDialogLazy>
    </>
  )
}
