'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import type { SecondFactorState } from '@/lib/contract/panel/second-factor'
import { formatInteger } from '@/lib/domain/format/format'

import { useFactorFailed } from './use-factor-change'

/** From here on new ones are advised. */
const FEW = 3

interface RecoveryCardProps {
  readonly codes: SecondFactorState['recovery_codes']
  readonly onCodes: (codes: readonly string[]) => void
}

export function RecoveryCard({ codes: { made, left }, onCodes }: RecoveryCardProps) {
  const t = useTranslations('security.recovery')
  const locale = useLocale()
  const [leftText, madeText] = [formatInteger(left, locale), formatInteger(made, locale)]
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('text')}</p>
        {made === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <>
            <p>
              {t('left', { leftNumber: left, left: leftText, made: madeText })}
              {left <= FEW && <span className="text-danger-ink"> · {t('few')}</span>}
            </p>
            <RenewCodes onCodes={onCodes} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function RenewCodes({ onCodes }: Pick<RecoveryCardProps, 'onCodes'>) {
  const t = useTranslations('security.recovery')
  const [isAsking, setIsAsking] = useState(false)
  const renew = useAction('secondFactor.renewRecoveryCodes', {
    failed: useFactorFailed(),
    onSuccess: ({ recovery_codes: codes }) => {
      setIsAsking(false)
      onCodes(codes)
    },
  })
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('renew')}</Button>
      <ConfirmDialogLazy
        title={t('renewTitle')}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirmLabel={t('renewConfirm')}
        onConfirm={() => renew.mutate({})}
        isPending={renew.isPending}
      >
        {t('renewText')}
      </ConfirmDialogLazy>
    </>
  )
}
