'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { alertDeliveries, MAX_AT_ONCE_A_DAY, teamAlertRoles } from '@/lib/contract/panel/bzp-alerts'
import { formatInteger } from '@/lib/domain/format/format'

import { FieldRefusal } from './saved-alert-problem'
import type { SavedAlertForm } from './use-saved-alert-form'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

interface FormProps {
  readonly form: SavedAlertForm
}

/** Own or the team's; who may not save for the team is told who may. */
export function VisibilityField({ form }: FormProps) {
  const { draft, change } = form
  const t = useTranslations('bzp-save.visibility')
  const roles = useTranslations('layout.roles')
  const { role } = useViewer()
  const mayShare = teamAlertRoles.some((each) => each === role)
  const own = { value: 'own' as const, label: t('own'), description: t('ownText') }
  const team = { value: 'team' as const, label: t('team'), description: t('teamText') }
  return (
    <div>
      <RadioGroup
        label={t('label')}
        options={mayShare || draft.isTeam ? [own, team] : [own]}
        value={draft.isTeam ? 'team' : 'own'}
        onChange={(value) => change({ isTeam: value === 'team' })}
      />
      {!mayShare && (
        <p className="mt-1 text-sm text-muted">
          {t('teamDenied', { owner: roles('owner'), compliance: roles('compliance') })}
        </p>
      )}
      <FieldRefusal form={form} fields={['is_team']} />
    </div>
  )
}

/** When it is told; what is too much for at once says so before it is sent. */
export function DeliveryField({ form }: FormProps) {
  const { draft, change, faults, expected } = form
  const t = useTranslations('bzp-save')
  const locale = useLocale()
  const hour = (
    <Select
      label={t('delivery.hour')}
      options={HOURS}
      value={String(draft.hour)}
      onChange={(event) => change({ hour: Number(event.target.value) })}
    />
  )
  return (
    <div>
      <RadioGroup
        label={t('delivery.label')}
        options={alertDeliveries.map((value) => ({
          value,
          label: t(`delivery.${value}`),
          description: t(`delivery.${value}Text`),
          content: value === 'daily' || value === 'weekly' ? hour : undefined,
        }))}
        value={draft.delivery}
        onChange={(delivery) => change({ delivery })}
      />
      {faults.delivery === undefined ? (
        <FieldRefusal form={form} fields={['delivery', 'digest_hour']} />
      ) : (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {t('faults.atOnce', {
            countNumber: Math.round(expected?.perWorkingDay ?? 0),
            count: formatInteger(Math.round(expected?.perWorkingDay ?? 0), locale),
            max: formatInteger(MAX_AT_ONCE_A_DAY, locale),
          })}
        </p>
      )}
    </div>
  )
}
