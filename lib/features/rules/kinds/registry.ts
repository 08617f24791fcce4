import { ruleCondition, type RuleKindName } from '../contract/conditions'
import type { RuleTable } from '../tables'
import { claimDeadlineKind } from './claim-deadline'
import { eventsKind } from './events'
import type { RuleKind, RuleKindOf } from './kind'
import { reportKind } from './report'
import { riskKind } from './risk'
import { spendKind } from './spend'
import { tenderKind } from './tender'
import { tenderDeadlineKind } from './tender-deadline'

/** Safe: `kindOf` selects the kind by its condition, so it only gets conditions of its kind. */
const toRuleKind = <K extends RuleKindName>(kind: RuleKindOf<K>) => kind as unknown as RuleKind

/** All kinds of rules. A kind of the contract without an entry here does not compile. */
const kinds: Readonly<Record<RuleKindName, RuleKind>> = {
  events: toRuleKind(eventsKind),
  claim_deadline: toRuleKind(claimDeadlineKind),
  report: toRuleKind(reportKind),
  spend: toRuleKind(spendKind),
  risk: toRuleKind(riskKind),
  tender: toRuleKind(tenderKind),
  tender_deadline: toRuleKind(tenderDeadlineKind),
}

export const ruleKinds: readonly RuleKind[] = Object.values(kinds)

export const kindOf = (name: RuleKindName): RuleKind => kinds[name]

const isKind = (name: string): name is RuleKindName => Object.hasOwn(kinds, name)

/** A rule's kind and parsed condition; undefined for a rule saved by another version of the panel. */
export function kindOfRule({ kind, condition }: Pick<RuleTable, 'kind' | 'condition'>) {
  const parsed = ruleCondition.safeParse(JSON.parse(condition))
  return isKind(kind) && parsed.success ? { kind: kinds[kind], condition: parsed.data } : undefined
}
