import { defineAddress, single } from '@/lib/domain/address'
import type { RuleKindName } from '@/lib/features/rules/contract/conditions'

import { conditions } from './rule-draft'

export const isRuleKind = (text: string): text is RuleKindName => Object.hasOwn(conditions, text)

/** The kind of rules shown, stored in the address; undefined means every kind. */
export const kindAddress = defineAddress({
  kind: single(
    (text) => (isRuleKind(text) ? text : undefined),
    (kind) => kind ?? '',
  ),
})
