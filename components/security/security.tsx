'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { requestProof } from '@/lib/client/proof'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import type { SecondFactorState } from '@/lib/features/security/contract/second-factor'

import { AppCard } from './app-card'
import { PasskeysCard } from './passkeys-card'
import { useFactorFailureText } from './use-factor-change'

/** At this number of remaining codes the page suggests creating new ones. */
const FEW_CODES = 3

interface RecoveryCardProps {
  readonly codes: SecondFactorState['recovery_codes']
  readonly onCodes: (codes: readonly string[]) => void
}

function RecoveryCard({ codes: { made, left }, onCodes }: RecoveryCardProps) {
  const t = useTranslations('security.recovery')
  const locale = useLocale()
  const [leftText, createdText] = [formatInteger(left, locale), formatInteger(made, locale)]
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <p className="text-muted">{t('text')}</p>
        {made === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <>
            <p>
              {t('left', { leftNumber: left, left: leftText, made: createdText })}
              {left <= FEW_CODES && <span className="text-danger-ink"> · {t('few')}</span>}
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
  const [isConfirming, setIsConfirming] = useState(false)
  const renew = useAction('secondFactor.renewRecoveryCodes', {
    failed: useFactorFailureText(),
    onSuccess: ({ recovery_codes: codes }) => {
      setIsConfirming(false)
      onCodes(codes)
    },
  })
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t('renew')}</Button>
      <ConfirmDialogLazy
        title={t('renewTitle')}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        confirmLabel={t('renewConfirm')}
        onConfirm={() => renew.mutate({})}
        isPending={renew.isPending}
      >
        {t('renewText')}
      </ConfirmDialogLazy>
    </>
  )
}

const RecoveryCodesDialog = lazyComponent(async () => (await import('./recovery-codes-dialog')).RecoveryCodesDialog)

export function Security() {
  const t = useTranslations('security')
  const state = useQuery(panelQuery('secondFactor.get', {}))
  // Shown once, so the codes exist only in this state.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <QueryView query={state} contentName={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {(data) => (
          <div className="space-y-4">
            <RequirementBanner state={data} />
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              <PasswordCard setAt={data.password_set_at} />
              <AppCard app={data.app} onCodes={setCodes} />
              <PasskeysCard passkeys={data.passkeys} onCodes={setCodes} />
              <RecoveryCard codes={data.recovery_codes} onCodes={setCodes} />
            </div>
          </div>
        )}
      </QueryView>
      {codes !== null && <RecoveryCodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </>
  )
}

function PasswordCard({ setAt }: { readonly setAt: SecondFactorState['password_set_at'] }) {
  const t = useTranslations('security.password')
  return (
    <Card title={t('title')}>
      <CardBody>
        {setAt === null ? (
          <p>{t('none')}</p>
        ) : (
          <DataList>
            <DataRow label={t('set')}>
              <Time instant={setAt} format="date" />
            </DataRow>
          </DataList>
        )}
      </CardBody>
    </Card>
  )
}

function RequirementBanner({ state }: { readonly state: SecondFactorState }) {
  const t = useTranslations('security')
  const hasFactor = state.app !== null || state.passkeys.length > 0
  if (state.required_at === null) {
    const hasOnlyPassword = !hasFactor && state.password_set_at !== null
    return hasOnlyPassword ? <Banner tone="info">{t('recommended')}</Banner> : null
  }
  if (state.is_shown) return <DoneBanner />
  if (!hasFactor) return <Banner tone="warn">{t('required')}</Banner>
  return (
    <Banner tone="warn" action={<Button onClick={() => void confirmFactor()}>{t('show')}</Button>}>
      {t('requiredShow')}
    </Banner>
  )
}

/** The frame was rendered before the second factor was confirmed, so the page is reloaded. */
async function confirmFactor(): Promise<void> {
  if (await requestProof()) window.location.assign(routes.overview)
}

function DoneBanner() {
  const t = useTranslations('security')
  return (
    <Banner
      tone="info"
      // A link that reloads the page, for the same reason as in `confirmFactor`.
      action={
        <a href={routes.overview} className={buttonClass({})}>
          {t('toPanel')}
        </a>
      }
    >
      {t('requiredDone')}
    </Banner>
  )
}
