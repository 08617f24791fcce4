import { monitoringReaders } from '@/lib/contract/operation'
import { listReaders, mayRead } from '@/lib/features/rules/statements/rules'
import type { RuleTable } from '@/lib/features/rules/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { takeNumbers } from '@/lib/storage/engine/sequences'
import { isSeenByOwner, type OwnSeer, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { BzpReadingTable } from '../tables'

/** A rule of tenders, with what it has read. */
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

/** The user's own and the team's. */
export const listSeenTenderRules = (db: Db, { accountId, userId }: OwnSeer): Promise<TenderRule[]> =>
  tenderRules(db).where('rules.account_id', '=', accountId).where('rules.owner', 'in', [userId, TEAM_OWNER]).execute()

/** Of all accounts, or of one, those that are on and that somebody may see: not of an inactive account, nor own ones of who may not, or cannot sign in. */
export const listWatchedAlerts = (db: Db, accountId?: string): Promise<TenderRule[]> =>
  tenderRules(db)
    .innerJoin('accounts', 'accounts.id', 'rules.account_id')
    .where('rules.enabled', '=', 1)
    .where('accounts.state', '!=', 'inactive')
    .where(isSeenByOwner('rules'))
    .$if(accountId !== undefined, (query) => query.where('rules.account_id', '=', accountId ?? ''))
    .execute()

/** In the place of what was noted before. */
export async function putReading(db: AccountTx, reading: BzpReadingTable): Promise<void> {
  await putRow(db, 'bzp_readings', reading, ['rule_id'])
}

/** Nothing of a rule that was changed meanwhile, and is read anew. */
export async function noteReading(
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

/** Whoever finds something holds its rule, then this, then changes matches: in another order two would wait for each other. */
const holdFinders = (db: Db) => takeNumbers(db, 'bzp_matches', 0)

/** Notices that no rule found any more. Under the lock of who finds some, so that none is forgotten while a rule finds it. */
export async function forgetUnfoundNotices(db: AccountTx, accountId: string): Promise<void> {
  await holdFinders(db)
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

/** Members of an account who may see tenders, and can sign in. */
export const listColleagues = async (db: Db, accountId: string) =>
  (await listReaders(db, accountId)).filter((each) => mayRead(each, monitoringReaders))

/** A rule that became somebody's own has nothing that was given to others. */
export async function handOver(db: AccountTx, ruleId: string, owner: string): Promise<void> {
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('alert_id', '=', ruleId)
    .where('assignee', '!=', owner)
    .execute()
}

type Near = { readonly accountId: string; readonly owner: string; readonly from: string; readonly to: string }

/** Of what an owner's alerts and the team's found and nobody dismissed, each procedure once: offers are taken until after an instant, up to another. */
export async function listNearDeadlines(db: Db, { accountId, owner, from, to }: Near) {
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

/** How many procedures each member of an account was given that nobody dismissed. */
export async function countAssigned(db: Db, accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await ofAccount(db, 'bzp_matches', accountId)
    .select((e) => ['assignee', e.fn.count<number>('tender_id').distinct().as('procedures')])
    .where('assignee', 'is not', null)
    .where('dismissed_at', 'is', null)
    .groupBy('assignee')
    .execute()
  return new Map(rows.map(({ assignee, procedures }) => [assignee ?? '', procedures]))
}

/** What is only a person's in an account goes when they leave it, after their rules. */
export async function forgetMember(db: AccountTx, { accountId, userId }: OwnSeer): Promise<void> {
  const rules = db.selectFrom('rules').select('id').where('account_id', '=', accountId)
  await holdFinders(db)
  for (const table of ['bzp_match_reads', 'bzp_looks'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).where('alert_id', 'in', rules).execute()
  }
  await db
    .updateTable('bzp_matches')
    .set({ assignee: null })
    .where('account_id', '=', accountId)
    .where('assignee', '=', userId)
    .execute()
  await forgetUnfoundNotices(db, accountId)
}
