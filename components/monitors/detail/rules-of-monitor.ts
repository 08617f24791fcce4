import type { RuleCondition } from '@/lib/features/rules/contract/conditions'

interface RuledMonitor {
  readonly id: string
  readonly identifier_type?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
}

/** Whether a rule notifies about this monitor: about its events, its claim deadlines or its company's risk. */
export function concernsMonitor(condition: RuleCondition, { id, identifier_type: type, tags }: RuledMonitor): boolean {
  const carries = (required: readonly string[]) => required.every((tag) => tags?.includes(tag) === true)
  const isNamed = (ids: readonly string[]) => ids.length === 0 || ids.includes(id)
  if (condition.kind === 'claim_deadline') return carries(condition.tags)
  if (condition.kind === 'events') return carries(condition.tags) && isNamed(condition.monitor_ids)
  // Only companies have a risk.
  const isCompany = typeof type === 'string' && type !== 'pesel'
  return condition.kind === 'risk' && isCompany && carries(condition.tags) && isNamed(condition.monitor_ids)
}
