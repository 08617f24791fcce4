import type { Role } from '@/lib/domain/roles'
import { cancelWaitingOf } from '@/lib/features/deliveries/statements/queued'
import { activeMembers } from '@/lib/features/members/statements/members'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { ownedRows, type OwnedRowsViewer, type VisibleRow } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { RuledAccount, RuleTable, RuleTargetTable } from '../tables'
import { openRuleChecks, NOTIFICATIONS } from './checks'

/** Tender rules form a separate list. Deleting a rule deletes its hits and messages. */
export const ruleRows = ownedRows('rules', { ownership: 'owner', hasCreator: true, separateKind: 'tender' })
export type VisibleRule = VisibleRow<'rules'>

export const findRule = ruleRows.read

export const updateRule = (tx: AccountTx, id: string, change: Partial<RuleTable>): Promise<void> =>
  ruleRows.update(tx, id, change)

/** Makes the checks of the rule's matches and messages due now. */
export const wakeRule = (tx: AccountTx, rule: Pick<RuleTable, 'account_id' | 'kind'>): Promise<void> =>
  openRuleChecks(tx, rule.account_id, [rule.kind, NOTIFICATIONS])

type Target = Omit<RuleTargetTable, 'rule_id'>

export async function replaceTargets(db: AccountTx, ruleId: string, targets: readonly Target[]): Promise<void> {
  await db.deleteFrom('rule_targets').where('rule_id', '=', ruleId).execute()
  const rows = targets.map(({ kind, target }) => ({ rule_id: ruleId, kind, target }))
  if (rows.length > 0) await db.insertInto('rule_targets').values(rows).execute()
}

export async function deleteTarget(db: AccountTx, { rule_id: ruleId, kind, target }: RuleTargetTable): Promise<void> {
  await db
    .deleteFrom('rule_targets')
    .where('rule_id', '=', ruleId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .execute()
}

export const listTargets = (db: Db, ruleId: string): Promise<RuleTargetTable[]> =>
  db.selectFrom('rule_targets').selectAll().where('rule_id', '=', ruleId).orderBy('kind').orderBy('target').execute()

export const listTargetsOfAccount = (db: Db, accountId: string): Promise<RuleTargetTable[]> =>
  db
    .selectFrom('rule_targets')
    .innerJoin('rules', 'rules.id', 'rule_targets.rule_id')
    .selectAll('rule_targets')
    .where('rules.account_id', '=', accountId)
    .orderBy('rule_targets.kind')
    .orderBy('rule_targets.target')
    .execute()

/** Members who can sign in, with the fields that decide whether they get notifications. */
export const listReaders = (db: Db, accountId: string) =>
  activeMembers(db, accountId)
    .select(['users.id as user_id', 'users.email', 'users.name', 'users.locale', 'members.role'])
    .orderBy('users.email')
    .execute()
export type RuleReader = Awaited<ReturnType<typeof listReaders>>[number]

/** Whether a person with this role may still get notifications. */
export const mayBeNotified = ({ role }: Pick<RuleReader, 'role'>, roles: readonly Role[]): boolean =>
  roles.includes(role)

const ruledAccounts = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['id', 'slug', 'name', 'sealed_api_key', 'created_at'])
    .where('state', '!=', 'inactive')
    .where('id', 'in', db.selectFrom('rules').select('account_id').where('enabled', '=', 1))

/** One active account with an enabled rule; inactive accounts get no notifications. */
export const findRuledAccount = (db: Db, id: string): Promise<RuledAccount | undefined> =>
  ruledAccounts(db).where('id', '=', id).executeTakeFirst()

const enabledRules = (db: Db, accountId: string) =>
  db.selectFrom('rules').where('account_id', '=', accountId).where('enabled', '=', 1)

/** Enabled rules of an account, optionally of one kind. */
export const listEnabledRules = (db: Db, accountId: string, kind?: string): Promise<RuleTable[]> =>
  enabledRules(db, accountId)
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('id')
    .execute()

export async function hasEnabledRule(db: Db, accountId: string, kind: string): Promise<boolean> {
  const one = enabledRules(db, accountId).select('id').where('kind', '=', kind).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** Deletes a user's own rules when they leave the account. */
export async function deleteRulesOf(db: AccountTx, { accountId, userId }: OwnedRowsViewer): Promise<void> {
  const ownRules = await ofAccount(db, 'rules', accountId).select('id').where('owner', '=', userId).execute()
  await cancelWaitingOf(db, { accountId, ruleIds: ownRules.map(({ id }) => id), reason: 'rule_deleted' })
  await ruleRows.deleteOf(db, { accountId, userId })
  const rules = db.selectFrom('rules').select('id').where('account_id', '=', accountId)
  await db
    .deleteFrom('rule_targets')
    .where('kind', '=', 'member')
    .where('target', '=', userId)
    .where('rule_id', 'in', rules)
    .execute()
}
