'use client'

import { useTranslations } from 'use-intl'

import type { ConditionProps } from './condition-props'
import { NumberField } from './number-field'
import { RuleTagsField } from './rule-tags-field'

const MAX_DAYS = 30

/** How long before the deadline for offers. */
export function OfferFields({ condition, onChange, form }: ConditionProps<'tender_deadline'>) {
  const t = useTranslations('notifications.form')
  return (
    <NumberField
      label={t('claimDays')}
      hint={t('offersHint')}
      value={condition.days}
      max={MAX_DAYS}
      onChange={(days) => onChange({ ...condition, days })}
      form={form}
    />
  )
}

/** How long before the deadline, and whose monitors. */
export function ClaimFields({ condition, onChange, form }: ConditionProps<'claim_deadline'>) {
  const t = useTranslations('notifications.form')
  return (
    <>
      <NumberField
        label={t('claimDays')}
        hint={t('claimHint')}
        value={condition.days}
        max={MAX_DAYS}
        onChange={(days) => onChange({ ...condition, days })}
        form={form}
      />
      <RuleTagsField values={condition.tags} onChange={(tags) => onChange({ ...condition, tags })} />
    </>
  )
}
