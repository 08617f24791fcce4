import type { RuleDraft } from '@/components/shared/rules/rule-draft'
import { kindsOfSeverity } from '@/lib/domain/events/event-kinds'

import { conditions, defaultsByKind } from './rule-draft'

/** Includes non-working days. */
const atOnce = { timing: 'at_once', working_days_only: false } as const

interface RuleTemplate {
  readonly label: string
  readonly name: string
  readonly draft: Partial<RuleDraft> & Pick<RuleDraft, 'condition'>
}

/** Rule templates. `name` and `label` are keys of `rules.templates`. */
export const ruleTemplates = [
  { label: 'daily', name: 'dailyName', draft: { condition: conditions.events } },
  {
    label: 'urgent',
    name: 'urgentName',
    draft: { ...atOnce, condition: { ...conditions.events, announcements: [...kindsOfSeverity('urgent')] } },
  },
  { label: 'claims', name: 'claimsName', draft: { condition: conditions.claim_deadline } },
  { label: 'missing', name: 'missingName', draft: { ...atOnce, condition: conditions.report } },
  {
    label: 'whiteList',
    name: 'whiteListName',
    draft: { ...atOnce, condition: { ...conditions.events, sources: ['wpv'] } },
  },
  {
    label: 'warnings',
    name: 'warningsName',
    draft: { ...atOnce, condition: { ...conditions.events, sources: ['knf', 'uokik'] } },
  },
  { label: 'risk', name: 'riskName', draft: { ...atOnce, condition: conditions.risk } },
  { label: 'spend', name: 'spendName', draft: { ...defaultsByKind.spend, condition: conditions.spend } },
] as const satisfies readonly RuleTemplate[]
