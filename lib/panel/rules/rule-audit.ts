import type { RuleBody, RuleTarget } from '@/lib/contract/panel/rules'
import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { listReaders } from '@/lib/storage/panel/rules/rules'
import type { Db } from '@/lib/storage/storage'

import { recordChange } from '../audit/audit'
import type { PanelContext } from '../context'
import { listChannelsOf } from './channels'

type Told = Omit<RuleBody, 'targets'> & { readonly targets: readonly Pick<RuleTarget, 'kind' | 'target'>[] }
type Entered = {
  readonly action: 'rules.create' | 'rules.update' | 'rules.delete'
  readonly id: string
  readonly before?: Told
  readonly after?: Told
  /** What waited to go and goes no more. */
  readonly cancelled?: number
}

/** What was done to a rule of the team. People by their addresses, channels by their names: an id says nothing to a reader of the log. */
export async function enterRule(db: AccountTx, context: PanelContext, entered: Entered): Promise<void> {
  const { action, id, before, after, cancelled = 0 } = entered
  const names = await readNames(db, context.account.id)
  const details = (rule: Told | undefined): AuditDetails | undefined =>
    rule && {
      name: rule.name,
      conditions: saidIn(rule),
      is_team: rule.is_team,
      enabled: rule.enabled,
      delivery: rule.timing,
      digest_hour: rule.digest_hour,
      working_days_only: rule.working_days_only,
      quiet_hours: rule.quiet === null ? null : `${rule.quiet.from}–${rule.quiet.to}`,
      recipients: rule.targets.map(({ target }) => names.get(target) ?? target),
      muted_until: rule.muted_until,
    }
  // As with channels: with what was there before of a rule that is gone.
  const waiting = cancelled > 0 ? { waiting: cancelled } : {}
  await recordChange(db, context, {
    action,
    target: id,
    before: before && { ...details(before), ...(after === undefined && waiting) },
    after: after && { ...details(after), ...waiting },
  })
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
function saidIn({ condition: { kind, ...condition } }: Told): Readonly<Record<string, unknown>> {
  const said = Object.entries('filter' in condition ? condition.filter : condition).filter(
    ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
  )
  const named = said.map(([field, value]): [string, unknown] => [field === 'what' ? 'report_case' : field, value])
  return { rule_kind: kind, ...Object.fromEntries(named) }
}
