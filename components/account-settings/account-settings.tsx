'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { SpendersList } from '@/components/meters/spenders-list'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { type Role, roles } from '@/lib/domain/roles'
import { usualSpendingRoles } from '@/lib/domain/spending'

import { RetentionCard } from './retention-card'
import { SampleCard } from './sample-card'
import { type Settings, useSaveSettings } from './use-save-settings'

/** Settings of the account, which owners change and other roles see. */
export function AccountSettings() {
  const t = useTranslations('account-settings')
  const settings = useQuery(panelQuery('accountSettings.read', {}))
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <QueryView query={settings} contentName={t('what')} skeleton={<SkeletonRows rows={8} />}>
        {(loaded) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <SecondFactorCard settings={loaded} />
            <IdleCard settings={loaded} />
            <SpendingCard settings={loaded} />
            <RetentionCard settings={loaded} />
            <SampleCard />
          </div>
        )}
      </QueryView>
    </>
  )
}

const idleChoices = [15, 30, 60, 120, 240]

function IdleCard({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('account-settings.idle')
  const { allowed } = usePermission('accountSettings.update')
  const save = useSaveSettings()
  const { session_idle_minutes: minutes, longest_idle_minutes: longest } = settings
  const choices = [...new Set([...idleChoices, ...(minutes === null ? [] : [minutes])])]
    .filter((each) => each < longest || each === minutes)
    .toSorted((a, b) => a - b)
  return (
    <Card title={t('title')}>
      <CardBody>
        <Select
          label={t('label')}
          hint={t('hint', { longest })}
          disabled={!allowed}
          options={[
            { value: '', label: t('usual', { minutes: longest }) },
            ...choices.map((each) => ({ value: String(each), label: t('minutes', { minutes: each }) })),
          ]}
          value={minutes === null ? '' : String(minutes)}
          onChange={({ target: { value } }) =>
            save.mutate({ body: { session_idle_minutes: value === '' ? null : Number(value) } })
          }
        />
      </CardBody>
    </Card>
  )
}

function SpendingCard({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('account-settings.spending')
  const layout = useTranslations('layout.roles')
  const { allowed } = usePermission('accountSettings.update')
  const save = useSaveSettings()
  const spending: readonly Role[] = settings.spending_roles ?? usualSpendingRoles
  const toggle = (role: Role, isAllowed: boolean) => {
    const next = roles.filter((each) => each === 'owner' || (each === role ? isAllowed : spending.includes(each)))
    save.mutate({ body: { spending_roles: [...next] } })
  }
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-2">
        {roles.map((role) => (
          <div key={role}>
            <Checkbox
              checked={role === 'owner' || spending.includes(role)}
              disabled={role === 'owner' || !allowed}
              onChange={(event) => toggle(role, event.target.checked)}
            >
              {layout(role)}
            </Checkbox>
          </div>
        ))}
        <p className="text-sm text-muted">{t('text')}</p>
        <SpendersList />
      </CardBody>
    </Card>
  )
}

function SecondFactorCard({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('account-settings.secondFactor')
  const locale = useLocale()
  const { reason } = usePermission('accountSettings.requireSecondFactor')
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { second_factor_required_at: since, without_second_factor: without } = settings
  const save = useRequireSecondFactor(() => setIsDialogOpen(false))
  const verb = since === null ? 'require' : 'release'
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <p>{t('text')}</p>
        <p className="font-medium">{since === null ? t('off') : t('on', { since: formatDateTime(since, locale) })}</p>
        <p className="text-muted">{t('without', { countNumber: without, count: formatInteger(without, locale) })}</p>
        <Button disabledReason={reason} onClick={() => setIsDialogOpen(true)}>
          {t(verb)}
        </Button>
      </CardBody>
      <ConfirmDialogLazy
        title={t(`${verb}Title`)}
        isOpen={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
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

function useRequireSecondFactor(onSettled: () => void) {
  const t = useTranslations('account-settings')
  return useAction('accountSettings.requireSecondFactor', {
    done: t('saved'),
    failed: (reason, error) =>
      isApiError(error) && error.code === 'conflict' ? t('secondFactor.ownFirst') : t('failed', { reason }),
    onSettled,
  })
}
