import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { PanelParsed } from '@/lib/features/contract'
import { cancelForRemovedChannels, cancelWaitingOf } from '@/lib/features/deliveries/statements/queued'
import { newestStoredEvent } from '@/lib/features/events/statements/panel-events'
import type { PanelContext } from '@/lib/panel/context'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { Rule, RuleBody } from './contract/rules'
import type { RuleTimes } from './domain/rule-times'
import { invalidRule } from './invalid-rule'
import { refreshTagMembers } from './kinds/events'
import { type SavePreparation, toRule } from './kinds/kind'
import { kindOf, kindOfRule } from './kinds/registry'
import { recipientsOf } from './recipients'
import { requireNoPeselsInRule, requireTargets, requireWriter } from './rule-checks'
import { type ParsedRule, rules } from './rule-view'
import { openRuleCursor } from './statements/cursors'
import { lastHitNumber } from './statements/hits'
import { listTargets, replaceTargets, ruleRows, wakeRule } from './statements/rules'
import type { RuleTable } from './tables'

/** Queued e-mails and channel messages that are not sent any more. */
type CancelResult = { readonly cancelled: number }
/** Audit details use the same key as for channels: the number of messages queued before the rule was deleted. */
const cancelDetails = (cancelled: number): AuditDetails => (cancelled > 0 ? { waiting: cancelled } : {})

export async function requireRule(db: Db, context: PanelContext, id: string): Promise<ParsedRule> {
  const row = await rules.require(db, context, id)
  return { row, condition: toRule(row).condition }
}

/** `isAudited`: false if the audit log has another entry for it. */
export async function createRule(body: RuleBody, context: PanelContext, isAudited = true): Promise<Rule> {
  const { user, now } = context
  const begin = await prepareSave(body, undefined, context)
  let finish: Awaited<ReturnType<SavePreparation>> | undefined
  return rules.create(
    context,
    async (generated, tx) => {
      finish = await begin?.(tx)
      await requireTargets(tx, { body, saved: [] }, context)
      return {
        ...generated,
        ...columnsOf(body, user.id),
        ...(await startPosition(tx, body, context)),
        created_by: user.id,
        payer: user.id,
        digest_from: now.toISOString(),
        last_notified_hit: 0,
      }
    },
    {
      isAudited,
      insertRelated: async (tx, row) => {
        await wakeRule(tx, row)
        await replaceTargets(tx, row.id, body.targets)
        await finish?.(row.id)
      },
    },
  )
}

export async function changeRule(
  id: string,
  { updated_at, ...body }: RuleBody & { readonly updated_at?: string | undefined },
  context: PanelContext,
): Promise<Rule & CancelResult> {
  const { storage, user, now } = context
  const current = await rules.require(storage.db, context, id)
  rules.requireMayChange(current, context)
  const begin = await prepareSave(body, current, context)
  let cancelled = 0
  const rule = await rules.change({ id, updated_at }, context, async (tx, before) => {
    const finish = await begin?.(tx)
    await requireTargets(tx, { body, saved: await listTargets(tx, id) }, context)
    // Runs before numbers are drawn and checks are woken: the lock order is the same as when hits are inserted.
    await finish?.(id)
    const to = {
      ...columnsOf(body, user.id),
      ...(needsRestart(before, body) && (await startPosition(tx, body, context))),
      // Waiting matches are dropped: the rule was disabled or has a new condition.
      ...((!body.enabled || body.timing === 'none' || isOfAnotherKind(before, body)) && {
        last_notified_hit: await lastHitNumber(tx, before.account_id),
      }),
      ...(body.enabled && { payer: user.id }),
    }
    const after = { ...before, ...to }
    await wakeRule(tx, after)
    await replaceTargets(tx, id, body.targets)
    cancelled = await cancelUnwanted(tx, after, now)
    return { to, more: cancelDetails(cancelled) }
  })
  return { ...rule, cancelled }
}

export async function removeRule(id: string, context: PanelContext): Promise<CancelResult> {
  let cancelled = 0
  await rules.remove(id, context, async (tx, row) => {
    const waiting = { accountId: row.account_id, ruleIds: [id], reason: 'rule_deleted' } as const
    cancelled = await cancelWaitingOf(tx, waiting)
    await ruleRows.delete(tx, id)
    await kindOfRule(row)?.kind.forget?.(tx, row.account_id)
    return cancelDetails(cancelled)
  })
  return { cancelled }
}

/**
 * Cancels queued messages of a changed rule if it is silent now, and those for channels that it no longer uses. Returns
 * their number.
 */
async function cancelUnwanted(db: AccountTx, rule: RuleTable, now: Date): Promise<number> {
  const waiting = { accountId: rule.account_id, ruleIds: [rule.id] }
  const reason = silenceOf(rule, now)
  if (reason) return cancelWaitingOf(db, { ...waiting, reason })
  const { channels } = await recipientsOf(db, rule)
  return cancelForRemovedChannels(db, { ...waiting, channels })
}

/** Why a rule sends no messages at present, not even queued ones. */
function silenceOf({ enabled, muted_until: muted }: RuleTable, now: Date): 'rule_off' | 'rule_muted' | undefined {
  if (enabled === 0) return 'rule_off'
  return muted !== null && muted > now.toISOString() ? 'rule_muted' : undefined
}

/** Checks a rule before it is saved, and reads the monitors of its tags, so that the job can fall back on them. */
async function prepareSave(body: RuleBody, before: RuleTable | undefined, context: PanelContext) {
  requireWriter(body, context)
  requireNoPeselsInRule(body)
  const kind = kindOf(body.condition.kind)
  if (body.timing === 'none' && kind.pathOf === undefined)
    throw invalidRule(['timing'], 'value_error', 'Only tender rules may have no notifications')
  await kind.requireMaySave?.(body, context)
  if ('tags' in body.condition) await refreshTagMembers(context, body.condition.tags)
  return kind.prepare?.(body, before, context)
}

/** The position from which a new rule checks: earlier events are not reported. */
async function startPosition(db: AccountTx, { condition }: RuleBody, { account, now }: PanelContext) {
  const since = await newestStoredEvent(db, account.id)
  await openRuleCursor(db, { account_id: account.id, kind: condition.kind, position: since, mark: '' })
  return { since, since_at: now.toISOString() }
}

const isOfAnotherKind = (before: RuleTable, { condition }: RuleBody): boolean => before.kind !== condition.kind

const needsRestart = (before: RuleTable, body: RuleBody): boolean =>
  (before.enabled === 0 && body.enabled) || isOfAnotherKind(before, body)

export const timesOf = (body: PanelParsed<'rules.preview'>['body']): RuleTimes => ({
  timing: body.timing,
  digest_hour: body.digest_hour,
  weekday: body.weekday,
  working_days_only: Number(body.working_days_only),
  quiet_from: body.quiet?.from ?? null,
  quiet_to: body.quiet?.to ?? null,
  muted_until: body.muted_until,
})

const columnsOf = (body: RuleBody, userId: string) => ({
  owner: body.is_team ? TEAM_OWNER : userId,
  name: body.name,
  kind: body.condition.kind,
  condition: JSON.stringify(body.condition),
  ...timesOf(body),
  muted_until: body.muted_until === null ? null : new Date(body.muted_until).toISOString(),
  enabled: Number(body.enabled),
  language: body.language,
})
