'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'

import type { Settings } from './use-save-settings'

/** Whether everybody needs a second factor. */
export function SecondFactorCard({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('account-settings.secondFactor')
  const locale = useLocale()
  const { reason } = usePermission('accountSettings.requireSecondFactor')
  const [isAsking, setIsAsking] = useState(false)
  const { second_factor_required_at: since, without_second_factor: without } = settings
  const save = useRequire(() => setIsAsking(false))
  const verb = since === null ? 'require' : 'release'
  return (
    <Card labelledBy="second-factor-title">
      <CardHeader title={t('title')} titleId="second-factor-title" />
      <CardBody className="space-y-3">
        <p>{t('text')}</p>
        <p className="font-medium">{since === null ? t('off') : t('on', { since: formatDateTime(since, locale) })}</p>
        <p className="text-muted">{t('without', { countNumber: without, count: formatInteger(without, locale) })}</p>
        <Button disabledReason={reason} onClick={() => setIsAsking(true)}>
          {t(verb)}
        </Button>
      </CardBody>
      <ConfirmDialogLazy
        title={t(`${verb}Title`)}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        confirmLabel={t(verb)}
        tone={since === null ? 'primary' : 'danger'}
        isPending={save.isPending}
        onConfirm={() => save.mutate({ body: { required: since === null } })}
      >
        <p>{t(`${verb}Text`)}</p>
      </ConfirmDialogLazy>
    </Card>
  )
}

function useRequire(onSettled: () => void) {
  const t = useTranslations('account-settings')
  return useAction('accountSettings.requireSecondFactor', {
    done: t('saved'),
    failed: (reason, error) =>
      isApiError(error) && error.code === 'conflict' ? t('secondFactor.ownFirst') : t('failed', { reason }),
    onSettled,
  })
}
