import type { RuleCondition } from '@/lib/contract/panel/rule-conditions'
import type { RuleBody } from '@/lib/contract/panel/rules'
import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { TEAM } from '@/lib/storage/panel/owned'
import { listReaders, listTargets } from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import type { Db } from '@/lib/storage/storage'

import { listChannelsOf } from './channels'
import { toRule } from './kinds/kind'

/** What was decided about a rule, targets aside. */
export const choicesOf = (row: RuleTable, condition: RuleCondition): Omit<RuleBody, 'targets'> => ({
  name: row.name,
  is_team: row.owner === TEAM,
  condition,
  timing: row.timing,
  digest_hour: row.digest_hour,
  weekday: row.weekday,
  working_days_only: row.working_days_only === 1,
  quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
  muted_until: row.muted_until,
  enabled: row.enabled === 1,
  language: row.language,
})

/** As the log has it. People by their addresses, channels by their names: an id says nothing to a reader of the log. */
export async function ruleDetails(row: RuleTable, db: Db): Promise<AuditDetails> {
  const {
    condition,
    timing,
    quiet,
    weekday: _day,
    language: _language,
    ...rule
  } = choicesOf(row, toRule(row).condition)
  const names = await readNames(db, row.account_id)
  return {
    ...rule,
    conditions: saidIn(condition),
    delivery: timing,
    quiet_hours: quiet === null ? null : `${quiet.from}–${quiet.to}`,
    recipients: (await listTargets(db, row.id)).map(({ target }) => names.get(target) ?? target),
  }
}

async function readNames(db: Db, accountId: string): Promise<ReadonlyMap<string, string>> {
  const readers = await listReaders(db, accountId)
  const channels = await listChannelsOf(db, accountId)
  return new Map([
    ...readers.map(({ user_id: id, email }) => [id, email] as const),
    ...channels.map(({ id, name }) => [id, name] as const),
  ])
}

/** What the rule looks for, without the lists that narrow nothing. */
function saidIn({ kind, ...condition }: RuleCondition): Readonly<Record<string, unknown>> {
  const said = Object.entries('filter' in condition ? condition.filter : condition).filter(
    ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
  )
  const named = said.map(([field, value]): [string, unknown] => [field === 'what' ? 'report_case' : field, value])
  return { rule_kind: kind, ...Object.fromEntries(named) }
}
