import { monitoringReaders } from '@/lib/contract/operation'
import { listReaders, mayBeNotified } from '@/lib/features/rules/statements/rules'
import type { RuleTable } from '@/lib/features/rules/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import { isVisibleToOwner, type OwnedRowsViewer, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { BzpReadingTable } from '../tables'

export type TenderRule = Pick<
  RuleTable,
  'id' | 'account_id' | 'owner' | 'condition' | 'timing' | 'created_at' | 'updated_at'
> &
  Omit<BzpReadingTable, 'rule_id'>

const tenderRules = (db: Db) =>
  db
    .selectFrom('rules')
    .innerJoin('bzp_readings', 'bzp_readings.rule_id', 'rules.id')
    .select([
      'rules.id',
      'rules.account_id',
      'rules.owner',
      'rules.condition',
      'rules.timing',
      'rules.created_at',
      'rules.updated_at',
      'since_position',
      'bzp_readings.since_at',
      'since_ids',
      'read_at',
      'complete_until',
      'gap_until',
      'missing',
      'problem',
    ])
    .orderBy('rules.id')

export const listVisibleTenderRules = (db: Db, { accountId, userId }: OwnedRowsViewer): Promise<TenderRule[]> =>
  tenderRules(db).where('rules.account_id', '=', accountId).where('rules.owner', 'in', [userId, TEAM_OWNER]).execute()

/**
 * Enabled rules of one account or of all, excluding inactive accounts and own rules of users who may not see tenders or
 * cannot sign in.
 */
export const listWatchedAlerts = (db: Db, accountId?: string): Promise<TenderRule[]> =>
  tenderRules(db)
    .innerJoin('accounts', 'accounts.id', 'rules.account_id')
    .where('rules.enabled', '=', 1)
    .where('accounts.state', '!=', 'inactive')
    .where(isVisibleToOwner('rules'))
    .$if(accountId !== undefined, (query) => query.where('rules.account_id', '=', accountId ?? ''))
    .execute()

/** Replaces the previous reading state. */
export async function putReading(db: AccountTx, reading: BzpReadingTable): Promise<void> {
  await putRow(db, 'bzp_readings', reading, ['rule_id'])
}

/** Skipped if the rule was changed in between, since its reading state was reset. */
export async function updateReading(
  db: Db,
  { id, updated_at: at }: Pick<RuleTable, 'id' | 'updated_at'>,
  change: Partial<BzpReadingTable>,
): Promise<void> {
  await db
    .updateTable('bzp_readings')
    .set(change)
    .where('rule_id', 'in', (e) => e.selectFrom('rules').select('id').where('id', '=', id).where('updated_at', '=', at))
    .execute()
}

/** Lock order: the rule, then this sequence, then the matches. Another order could cause deadlocks. */
const lockMatchNumbers = (db: Db) => allocateNumbers(db, 'bzp_matches', 0)

/** Deletes notices without a match. The lock prevents deleting a notice that a rule is just finding. */
export async function deleteUnmatchedNotices(db: AccountTx, accountId: string): Promise<void> {
  await lockMatchNumbers(db)
  await db
    .deleteFrom('bzp_found_notices')
    .where('account_id', '=', accountId)
    .where('notice_id', 'not in', (e) =>
      e
        .selectFrom('bzp_hits')
        .innerJoin('rules', 'rules.id', 'bzp_hits.alert_id')
        .select('bzp_hits.notice_id')
        .where('rules.account_id', '=', accountId),
    )
    .execute()
}

export const listColleagues = async (db: Db, accountId: string) =>
  (await listReaders(db, accountId)).filter((each) => mayBeNotified(each, monitoringReaders))

/** When a rule becomes somebody's own, assignments to other users are removed. */
export async function removeOtherAssignees(db: AccountTx, ruleId: string, owner: string): Promise<void> {
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('alert_id', '=', ruleId)
    .where('assignee', '!=', owner)
    .execute()
}

type DeadlineRange = { readonly accountId: string; readonly owner: string; readonly from: string; readonly to: string }

/**
 * Procedures found by an owner's and the team's alerts with a deadline in (from, to], each once and without dismissed
 * ones.
 */
export async function listNearDeadlines(db: Db, { accountId, owner, from, to }: DeadlineRange) {
  const rows = await db
    .selectFrom('bzp_matches')
    .innerJoin('rules', 'rules.id', 'bzp_matches.alert_id')
    .select(['alert_id', 'tender_id', 'notice_id', 'offers_until'])
    .where('bzp_matches.account_id', '=', accountId)
    .where('rules.owner', 'in', [owner, TEAM_OWNER])
    .where('dismissed_at', 'is', null)
    .where('offers_until', '>', from)
    .where('offers_until', '<=', to)
    .orderBy('offers_until')
    .orderBy('alert_id')
    .execute()
  return [...new Map(rows.toReversed().map((row) => [row.tender_id, row])).values()].toReversed()
}

export async function countAssigned(db: Db, accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await ofAccount(db, 'bzp_matches', accountId)
    .select((e) => ['assignee', e.fn.count<number>('tender_id').distinct().as('procedures')])
    .where('assignee', 'is not', null)
    .where('dismissed_at', 'is', null)
    .groupBy('assignee')
    .execute()
  return new Map(rows.map(({ assignee, procedures }) => [assignee ?? '', procedures]))
}

/** Deletes a member's personal marks in an account. It runs after their rules were deleted. */
export async function deleteMemberMarks(db: AccountTx, { accountId, userId }: OwnedRowsViewer): Promise<void> {
  const rules = db.selectFrom('rules').select('id').where('account_id', '=', accountId)
  await lockMatchNumbers(db)
  for (const table of ['bzp_match_reads', 'bzp_looks'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).where('alert_id', 'in', rules).execute()
  }
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('account_id', '=', accountId)
    .where('assignee', '=', userId)
    .execute()
  await deleteUnmatchedNotices(db, accountId)
}
