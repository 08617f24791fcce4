import type { ConditionOf, RuleKindName } from '@/lib/features/rules/contract/conditions'

import type { RuleForm } from './use-rule-form'

export interface ConditionProps<K extends RuleKindName> {
  readonly condition: ConditionOf<K>
  readonly onChange: (condition: ConditionOf<K>) => void
  readonly form: RuleForm
}
