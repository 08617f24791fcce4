import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { RuleNoticeTable } from '../tables'

/** Throws if the message of this window exists already; windows of a rule must not overlap. */
export async function insertNotice(db: AccountTx, notice: RuleNoticeTable): Promise<void> {
  await db.insertInto('rule_notices').values(notice).execute()
}

/** Newest first. */
export const listNotices = (db: Db, ruleId: string, limit: number): Promise<RuleNoticeTable[]> =>
  db
    .selectFrom('rule_notices')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function lastTestStart(db: Db, ruleId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('rule_notices')
    .select((e) => e.fn.max('window_start').as('start'))
    .where('rule_id', '=', ruleId)
    .where('kind', '=', 'test')
    .executeTakeFirst()
  return row?.start ?? undefined
}

/** Deletes old messages of rules except the latest of each rule, which records when it last sent. */
export async function deleteRuleNoticesBefore(db: AccountTx, accountId: string, before: string): Promise<void> {
  await db
    .deleteFrom('rule_notices')
    .where('account_id', '=', accountId)
    .where('at', '<', before)
    .where((e) =>
      e(
        'at',
        '<',
        e
          .selectFrom('rule_notices as later')
          .select((f) => f.fn.max('later.at').as('at'))
          .whereRef('later.rule_id', '=', 'rule_notices.rule_id')
          .where('later.kind', '!=', 'test'),
      ),
    )
    .execute()
}

/** When each rule of an account last sent a message, tests excluded. */
export const listLastNotices = (db: Db, accountId: string) =>
  ofAccount(db, 'rule_notices', accountId)
    .select((e) => ['rule_id', e.fn.max('at').as('at')])
    .where('kind', '!=', 'test')
    .groupBy('rule_id')
    .execute()
