'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { panelQuery } from '@/lib/client/queries'
import type { ConditionOf } from '@/lib/features/rules/contract/conditions'
import { MAX_RISK_BUDGET } from '@/lib/features/rules/domain/risk-budget'

import type { ConditionProps } from './condition-props'
import { MonitorsField } from './monitors-field'
import { NumberField } from './number-field'
import { RuleTagsField } from './rule-tags-field'

const MAX_POINTS = 100
const SETTLE_MS = 400

export function RiskFields({ condition, onChange, form }: ConditionProps<'risk'>) {
  const t = useTranslations('rules.form')
  const countValues = useCountValues()
  const scope = useRiskScope(condition)
  const { tags, monitor_ids: monitors, points, budget_units: budget } = condition
  const unread = scope.data?.unread
  return (
    <>
      <NumberField
        name="points"
        label={t('riskPoints')}
        hint={t('riskPointsHint')}
        value={points}
        max={MAX_POINTS}
        onChange={(value) => onChange({ ...condition, points: value })}
        form={form}
      />
      <RuleTagsField values={tags} onChange={(next) => onChange({ ...condition, tags: next })} />
      <MonitorsField values={monitors} onChange={(next) => onChange({ ...condition, monitor_ids: next })} />
      <NumberField
        name="budget_units"
        label={t('riskBudget')}
        hint={t('riskBudgetHint')}
        value={budget}
        max={MAX_RISK_BUDGET}
        onChange={(value) => onChange({ ...condition, budget_units: value })}
        form={form}
      />
      <p role="status" className="rounded-lg bg-hover px-3 py-2 text-sm">
        <RiskCost condition={condition} scope={scope} />
      </p>
      <div className="space-y-2">
        <Checkbox
          checked={condition.read_first}
          onChange={(event) => onChange({ ...condition, read_first: event.target.checked })}
        >
          {unread === undefined ? t('riskReadFirst') : t('riskReadFirstCost', countValues(unread))}
        </Checkbox>
        <Checkbox
          checked={condition.tell_first}
          onChange={(event) => onChange({ ...condition, tell_first: event.target.checked })}
        >
          {t('riskTellFirst')}
        </Checkbox>
      </div>
    </>
  )
}

/** Requested after a pause in editing. */
function useRiskScope({ tags, monitor_ids }: ConditionOf<'risk'>) {
  const debouncedBody = useDebouncedValue(JSON.stringify({ tags, monitor_ids }), SETTLE_MS)
  // Safe: serialized from the condition just above.
  const body = JSON.parse(debouncedBody) as Pick<ConditionOf<'risk'>, 'tags' | 'monitor_ids'>
  return useQuery({ ...panelQuery('riskRules.scope', { body }), staleTime: 30_000, retry: false })
}

interface RiskCostProps {
  readonly condition: ConditionOf<'risk'>
  readonly scope: ReturnType<typeof useRiskScope>
}

function RiskCost({ condition, scope: { data, isError } }: RiskCostProps) {
  const t = useTranslations('rules.form.riskCost')
  const countValues = useCountValues()
  const { budget_units: budget, read_first: readsFirst } = condition
  const maxText = Number.isInteger(budget) && budget > 0 ? t('most', countValues(budget)) : ''
  if (data === undefined) return <>{[maxText, isError ? t('failed') : t('counting')].join(' ')}</>
  const { companies, used_units: used, unread } = data
  const parts = [
    maxText,
    t('scope', countValues(companies)),
    t('used', countValues(used)),
    readsFirst && unread > budget - used && t('short'),
    !data.may_spend && t('denied'),
  ]
  return <>{parts.filter((part) => part !== false && part !== '').join(' ')}</>
}
