import { warsawMonth } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { PanelContext } from '@/lib/panel/context'
import { defineOwned } from '@/lib/panel/owned'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { listRuleChannels, mayUseChannel } from './channels'
import { type RuleCondition, rolesOfRule } from './contract/conditions'
import { MAX_RULES, type Rule, type ShownTarget, type RuleBody } from './contract/rules'
import type { RuleTrouble } from './contract/troubles'
import { dueWindow, releaseTime, notifyAt } from './domain/rule-times'
import { toRule } from './kinds/kind'
import { kindOfRule, ruleKinds } from './kinds/registry'
import { countWaiting } from './statements/hits'
import { listLastNotices } from './statements/notices'
import { findRiskWatch, riskUnitsIn } from './statements/risk-watches'
import {
  listReaders,
  listTargetsOfAccount,
  mayBeNotified,
  ruleRows,
  type VisibleRule,
  listTargets,
} from './statements/rules'
import type { RuleTable, RuleTargetTable } from './tables'

/** The settings of a rule without its targets. */
const settingsOf = (row: RuleTable, condition: RuleCondition): Omit<RuleBody, 'targets'> => ({
  name: row.name,
  is_team: row.owner === TEAM_OWNER,
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

/**
 * Details for the audit log. People appear by address and channels by name, because ids mean nothing to its readers.
 */
async function ruleDetails(row: RuleTable, db: Db): Promise<AuditDetails> {
  const {
    condition,
    timing,
    quiet,
    weekday: _day,
    language: _language,
    ...rule
  } = settingsOf(row, toRule(row).condition)
  const names = await readNames(db, row.account_id)
  return {
    ...rule,
    conditions: auditedCondition(condition),
    delivery: timing,
    quiet_hours: quiet === null ? null : `${quiet.from}–${quiet.to}`,
    recipients: (await listTargets(db, row.id)).map(({ target }) => names.get(target) ?? target),
  }
}

async function readNames(db: Db, accountId: string): Promise<ReadonlyMap<string, string>> {
  const readers = await listReaders(db, accountId)
  const channels = await listRuleChannels(db, accountId)
  return new Map([
    ...readers.map(({ user_id: id, email }) => [id, email] as const),
    ...channels.map(({ id, name }) => [id, name] as const),
  ])
}

/** The condition without empty lists. */
function auditedCondition({ kind, ...condition }: RuleCondition): Readonly<Record<string, unknown>> {
  const nonEmptyFields = Object.entries('filter' in condition ? condition.filter : condition).filter(
    ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
  )
  const renamedFields = nonEmptyFields.map(([field, value]): [string, unknown] => [
    field === 'what' ? 'report_case' : field,
    value,
  ])
  return { rule_kind: kind, ...Object.fromEntries(renamedFields) }
}

/** Whether a role may have rules of a kind at all. */
export const mayReadKind = ({ kind }: RuleCondition, role: Role): boolean => rolesOfRule[kind].read.includes(role)
export const mayOwnKind = ({ kind }: RuleCondition, role: Role): boolean => rolesOfRule[kind].own.includes(role)
export const mayWriteKind = ({ kind }: RuleCondition, role: Role): boolean => rolesOfRule[kind].write.includes(role)

export type ParsedRule = { readonly row: VisibleRule; readonly condition: RuleCondition }

/**
 * Returns a rule with its parsed condition, or undefined if the role may not have it; a user's rule of a kind that the
 * role lost is treated as missing.
 */
export function parseVisibleRule(row: VisibleRule, role: Role): ParsedRule | undefined {
  const parsedRule = kindOfRule(row)
  if (!parsedRule) return undefined
  const maySee = row.owner === TEAM_OWNER ? mayReadKind : mayOwnKind
  return maySee(parsedRule.condition, role) ? { row, condition: parsedRule.condition } : undefined
}

export const rules = defineOwned({
  rows: ruleRows,
  noun: 'rules',
  label: 'rule',
  maxCount: (row) => kindOfRule(row)?.kind.limit ?? MAX_RULES,
  changed: ['rule_changed', 'rule'],
  teamRoles: (row) => {
    const parsedRule = kindOfRule(row)
    return parsedRule ? rolesOfRule[parsedRule.condition.kind].write : []
  },
  isVisible: (row, { user }) => parseVisibleRule(row, user.role) !== undefined,
  details: ruleDetails,
  // Everyone shares team rules, so changes to them are audited.
  isAudited: ({ owner }) => owner === TEAM_OWNER,
  show: async (db, rows, context): Promise<Rule[]> => {
    const listData = await readRuleListData(db, context)
    return rows
      .flatMap((row) => parseVisibleRule(row, context.user.role) ?? [])
      .map((parsedRule) => toRuleView(parsedRule, listData, context))
  },
})

type RuleListData = Awaited<ReturnType<typeof readRuleListData>>

async function readRuleListData(db: Db, { account: { id: accountId }, now }: PanelContext) {
  const [targets, readers, channels, waiting, last] = [
    await listTargetsOfAccount(db, accountId),
    await listReaders(db, accountId),
    await listRuleChannels(db, accountId),
    await countWaiting(db, accountId),
    await listLastNotices(db, accountId),
  ]
  return {
    targets,
    readers,
    channels,
    waiting: new Map(waiting.map((each) => [each.rule_id, each])),
    troubles: await readTroubles(db, { accountId, now }),
    riskUnits: riskUnitsIn(await findRiskWatch(db, accountId), warsawMonth(now)),
    last: new Map(last.map(({ rule_id: id, at }) => [id, at])),
  }
}

async function readTroubles(db: Db, scope: { readonly accountId: string; readonly now: Date }) {
  const troubles = new Map<string, RuleTrouble>()
  for (const kind of ruleKinds) {
    for (const [id, trouble] of (await kind.listTroubles?.(db, scope)) ?? []) troubles.set(id, trouble)
  }
  return troubles
}

function toRuleView(parsedRule: ParsedRule, listData: RuleListData, context: PanelContext): Rule {
  const { row, condition } = parsedRule
  const { user, now } = context
  const { id, created_at, updated_at } = row
  const waits = listData.waiting.get(id)
  const waiting = { count: waits?.count ?? 0, firstAt: waits?.first_at }
  const mayChange = rules.mayChange(row, context)
  const targets = listData.targets.filter(({ rule_id: ruleId }) => ruleId === id)
  return {
    ...settingsOf(row, condition),
    id,
    targets: targets
      // Outside addresses are hidden from users who may not change the rule.
      .filter(({ kind }) => mayChange || (kind !== 'address' && !rolesOfRule[condition.kind].hidesTargets))
      .map((target) => toTargetView(target, { owner: row.owner, condition }, listData)),
    target_count: targets.length,
    created_by: row.maker,
    is_own: row.owner === user.id,
    may_change: mayChange,
    created_at,
    updated_at,
    waiting: waiting.count,
    used_units: condition.kind === 'risk' ? listData.riskUnits : null,
    next_at: nextSendAt(row, waiting, now)?.toISOString() ?? null,
    last_sent_at: listData.last.get(id) ?? null,
    trouble: listData.troubles.get(id) ?? null,
  }
}

type TargetContext = { readonly owner: string; readonly condition: RuleCondition }

function toTargetView(
  { kind, target }: RuleTargetTable,
  { owner, condition }: TargetContext,
  listData: RuleListData,
): ShownTarget {
  if (kind === 'address') return { kind, target, name: target, is_active: true }
  if (kind === 'channel') {
    const channel = listData.channels.find((each) => each.id === target && mayUseChannel(owner, each))
    return { kind, target, name: channel?.name ?? null, is_active: channel?.is_active ?? false }
  }
  const reader = listData.readers.find(({ user_id: id }) => id === target)
  const isActive = reader !== undefined && mayBeNotified(reader, rolesOfRule[condition.kind].read)
  return { kind, target, name: reader?.email ?? null, is_active: isActive }
}

type WaitingHits = { readonly count: number; readonly firstAt: string | undefined }

/** When a rule sends next; undefined for a disabled rule, and for an immediate one without matches. */
function nextSendAt(rule: RuleTable, { count, firstAt }: WaitingHits, now: Date): Date | undefined {
  if (rule.enabled === 0 || rule.timing === 'none') return undefined
  if (rule.timing === 'at_once') return count === 0 ? undefined : releaseTime(rule, now)
  // Matches that missed their time are sent in the next run.
  const windowEnd = dueWindow(rule, new Date(rule.digest_from), now)
  if (windowEnd !== undefined && firstAt !== undefined && firstAt < windowEnd.toISOString()) return now
  return notifyAt(rule, new Date(Math.max(now.getTime(), Date.parse(rule.digest_from))))
}
