'use client'

import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'
import type { RuleCondition, RuleKindName } from '@/lib/contract/panel/rule-conditions'

import { isRuleKind } from '../kind-search'
import { changeOfKind, conditions } from '../rule-draft'
import { ClaimFields, OfferFields } from './claim-fields'
import type { ConditionProps } from './condition-props'
import { EventFields } from './event-fields'
import { ReportFields } from './report-fields'
import { RiskFields } from './risk-fields'
import { SpendFields } from './spend-fields'
import type { RuleForm } from './use-rule-form'

/** The fields of each kind of rule. */
const fields: { readonly [K in RuleKindName]: ComponentType<ConditionProps<K>> } = {
  events: EventFields,
  claim_deadline: ClaimFields,
  report: ReportFields,
  spend: SpendFields,
  risk: RiskFields,
  // The page of tenders has the fields of its filter.
  tender: () => null,
  tender_deadline: OfferFields,
}

/** What a rule looks for. */
export function ConditionFields({ form }: { readonly form: RuleForm }) {
  const t = useTranslations('notifications.form')
  const { condition } = form.draft
  // Sound: the fields of a kind are given conditions of that kind.
  const Fields = fields[condition.kind] as unknown as ComponentType<{
    readonly condition: RuleCondition
    readonly onChange: (condition: RuleCondition) => void
    readonly form: RuleForm
  }>
  const choose = (value: string) => {
    if (!isRuleKind(value) || value === condition.kind) return
    form.change(form.isNew ? changeOfKind(form.draft, value) : { condition: conditions[value] })
  }
  return (
    <>
      <Select
        label={t('whatLabel')}
        isLabelHidden
        options={form.kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={condition.kind}
        onChange={(event) => choose(event.target.value)}
      />
      <Fields condition={condition} onChange={(next) => form.change({ condition: next })} form={form} />
    </>
  )
}
