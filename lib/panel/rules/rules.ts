import { randomUUID } from 'node:crypto'

import { MAX_RULES, type Rule, type RuleBody } from '@/lib/contract/panel/rules'
import { HttpError } from '@/lib/http/errors'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { cancelTakenOut, cancelWaitingOf } from '@/lib/storage/panel/delivery/queued'
import { newestKept } from '@/lib/storage/panel/events/panel-events'
import { openRuleCursor } from '@/lib/storage/panel/rules/cursors'
import { lastHitNumber } from '@/lib/storage/panel/rules/hits'
import { openRuleLooks, TELLING } from '@/lib/storage/panel/rules/looks'
import {
  countRules,
  deleteRule,
  findRuleNamed,
  findSeenRule,
  insertRule,
  listTargets,
  lockRule,
  replaceTargets,
  updateRule,
} from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { readTagsOf } from './kinds/events'
import { kindOf } from './kinds/registry'
import { recipientsOf } from './recipients'
import { refusedRule } from './refused-rule'
import { enterRule } from './rule-audit'
import { requireNoPeselsInRule, requireTargets, requireWriter } from './rule-checks'
import { choicesOf, knownRule, type KnownRule, readRule, ruleSeerOf } from './rule-view'

/** Messages that waited in channels, and e-mails, and go no more. */
type Cancelled = { readonly cancelled: number }

export async function requireRule(db: Db, context: PanelContext, id: string): Promise<KnownRule> {
  const row = await findSeenRule(db, ruleSeerOf(context), id)
  const known = row && knownRule(row, context.user.role)
  if (!known) throw new HttpError('not_found', 'There is no such rule')
  return known
}

export const requireChangeableRule = ({ row, condition }: KnownRule, context: PanelContext): void =>
  requireWriter({ is_team: row.owner === TEAM, condition }, context)

/** `isAudited`: the team's alone are. */
export async function createRule(body: RuleBody, context: PanelContext, isAudited = body.is_team): Promise<Rule> {
  const { account, user, now } = context
  const begin = await requireSound(body, undefined, context)
  const { limit = MAX_RULES } = kindOf(body.condition.kind)
  const at = now.toISOString()
  return inAccount(context, async (db) => {
    if ((await countRules(db, { account_id: account.id, kind: body.condition.kind })) >= limit) {
      throw new HttpError('limit', `An account has at most ${limit} rules`, { extra: { limit } })
    }
    const put = await begin?.(db)
    await requireTargets(db, { body, known: [] }, context)
    const row: RuleTable = {
      ...columnsOf(body),
      ...(await beginning(db, body, context)),
      id: randomUUID(),
      account_id: account.id,
      owner: body.is_team ? TEAM : user.id,
      created_by: user.id,
      payer: user.id,
      created_at: at,
      updated_at: at,
      digest_from: at,
      told_up_to: 0,
    }
    await requireFreeName(db, row)
    await insertRule(db, row)
    await replaceTargets(db, row.id, body.targets)
    await put?.(row.id)
    if (isAudited) await enterRule(db, context, { action: 'rules.create', id: row.id, after: body })
    return readSaved(db, row.id, context)
  })
}

export async function changeRule(
  id: string,
  { updated_at: seenAt, ...body }: RuleBody & { readonly updated_at?: string | undefined },
  context: PanelContext,
): Promise<Rule & Cancelled> {
  const { storage, user, now } = context
  const known = await requireRule(storage.db, context, id)
  requireChangeableRule(known, context)
  const begin = await requireSound(body, known.row, context)
  return inAccount(context, async (db) => {
    const put = await begin?.(db)
    // Whoever tells of it meanwhile is waited for: it is told as it was, or as it is now.
    await lockRule({ db, engine: storage.engine }, id)
    const before = await requireRule(db, context, id)
    requireChangeableRule(before, context)
    await requireUnchanged(db, before, { context, seenAt })
    const targets = await listTargets(db, id)
    await requireTargets(db, { body, known: targets }, context)
    // Before numbers and looks, as who finds something has it.
    await put?.(id)
    const row = {
      ...columnsOf(body),
      ...(beginsAnew(before.row, body) && (await beginning(db, body, context))),
      // What waits will not be told: it was switched off, or looks for something else.
      ...((!body.enabled || body.timing === 'none' || isOfAnotherKind(before.row, body)) && {
        told_up_to: await lastHitNumber(db, context.account.id),
      }),
      owner: body.is_team ? TEAM : user.id,
      ...(body.enabled && { payer: user.id }),
      updated_at: later(now, before.row.updated_at),
    }
    await requireFreeName(db, { ...before.row, ...row })
    await updateRule(db, id, row)
    await openRuleLooks(db, context.account.id, [row.kind, TELLING])
    await replaceTargets(db, id, body.targets)
    const cancelled = await cancelUnwanted(db, { ...before.row, ...row }, now)
    if (before.row.owner === TEAM || body.is_team) {
      const former = { ...choicesOf(before.row, before.condition), targets }
      await enterRule(db, context, { action: 'rules.update', id, before: former, after: body, cancelled })
    }
    return { ...(await readSaved(db, id, context)), cancelled }
  })
}

export function removeRule(id: string, context: PanelContext): Promise<Cancelled> {
  return inAccount(context, async (db) => {
    const known = await requireRule(db, context, id)
    requireChangeableRule(known, context)
    const before = { ...choicesOf(known.row, known.condition), targets: await listTargets(db, id) }
    const waiting = { accountId: context.account.id, ruleIds: [id], reason: 'rule_deleted' } as const
    const cancelled = await cancelWaitingOf(db, waiting)
    await deleteRule(db, id)
    await kindOf(known.condition.kind).forget?.(db, context.account.id)
    if (known.row.owner === TEAM) await enterRule(db, context, { action: 'rules.delete', id, before, cancelled })
    return { cancelled }
  })
}

/** What waits of a changed rule goes no more where the rule is silent now, nor into channels that it writes to no more. How many. */
async function cancelUnwanted(db: Db, rule: RuleTable, now: Date): Promise<number> {
  const waiting = { accountId: rule.account_id, ruleIds: [rule.id] }
  const reason = silenceOf(rule, now)
  if (reason) return cancelWaitingOf(db, { ...waiting, reason })
  const { channels } = await recipientsOf(db, rule)
  return cancelTakenOut(db, { ...waiting, channels })
}

/** Why a rule sends nothing now, not even what it has said already. */
function silenceOf({ enabled, muted_until: muted }: RuleTable, now: Date): 'rule_off' | 'rule_muted' | undefined {
  if (enabled === 0) return 'rule_off'
  return muted !== null && muted > now.toISOString() ? 'rule_muted' : undefined
}

/** The members of its tags are read now, so that the job has a reading to fall back on. */
async function requireSound(body: RuleBody, before: RuleTable | undefined, context: PanelContext) {
  requireWriter(body, context)
  requireNoPeselsInRule(body)
  const kind = kindOf(body.condition.kind)
  if (body.timing === 'none' && kind.pathOf === undefined)
    throw refusedRule(['timing'], 'value_error', 'Nothing but tenders is found without being told')
  await kind.requireMaySave?.(body, context)
  if ('tags' in body.condition) await readTagsOf(context, body.condition.tags)
  return kind.prepare?.(body, before, context)
}

/** Where a rule begins to look: what happened before is not told. */
async function beginning(db: Db, { condition }: RuleBody, { account, now }: PanelContext) {
  const since = await newestKept(db, account.id)
  await openRuleCursor(db, { account_id: account.id, kind: condition.kind, position: since, mark: '' })
  return { since, since_at: now.toISOString() }
}

const isOfAnotherKind = (before: RuleTable, { condition }: RuleBody): boolean => before.kind !== condition.kind

const beginsAnew = (before: RuleTable, body: RuleBody): boolean =>
  (before.enabled === 0 && body.enabled) || isOfAnotherKind(before, body)

const columnsOf = (body: RuleBody) => ({
  name: body.name,
  kind: body.condition.kind,
  condition: JSON.stringify(body.condition),
  timing: body.timing,
  digest_hour: body.digest_hour,
  weekday: body.weekday,
  working_days_only: Number(body.working_days_only),
  quiet_from: body.quiet?.from ?? null,
  quiet_to: body.quiet?.to ?? null,
  muted_until: body.muted_until === null ? null : new Date(body.muted_until).toISOString(),
  enabled: Number(body.enabled),
  language: body.language,
})

/** Two changes never have one instant, or the second of two editors would not be told. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()

type Editing = { readonly context: PanelContext; readonly seenAt: string | undefined }

async function requireUnchanged(db: Db, known: KnownRule, { context, seenAt }: Editing): Promise<void> {
  if (seenAt === undefined || Date.parse(seenAt) >= Date.parse(known.row.updated_at)) return
  throw new HttpError('rule_changed', 'Somebody else has changed the rule meanwhile', {
    extra: { rule: await readRule(db, known, context) },
  })
}

async function requireFreeName(db: Db, rule: RuleTable): Promise<void> {
  const other = await findRuleNamed(db, rule)
  if (other && other.id !== rule.id) throw refusedRule(['name'], 'name_taken', 'There is a rule of this name')
}

async function readSaved(db: Db, id: string, context: PanelContext): Promise<Rule> {
  return readRule(db, await requireRule(db, context, id), context)
}
