import { ofAccount } from '../../engine/of-account'
import type { Db } from '../../storage'

/** What an account has that spends by itself, by kind; rules are those of one kind that are on. */
export async function listSpending(db: Db, accountId: string, ruleKind: string) {
  const ofAccount = { account_id: accountId }
  const rules = await db
    .selectFrom('rules')
    .select(['id', 'name', 'owner', 'payer', 'created_by', 'condition'])
    .where((e) => e.and({ ...ofAccount, kind: ruleKind, enabled: 1 }))
    .orderBy('name')
    .execute()
  const checks = await db
    .selectFrom('white_list_schedules')
    .select(['id', 'name', 'payer', 'budget_units'])
    .where((e) => e.and({ ...ofAccount, enabled: 1 }))
    .where('stopped', 'is', null)
    .orderBy('name')
    .execute()
  const runs = await db
    .selectFrom('white_list_runs')
    .select(['id', 'name', 'payer'])
    .where((e) => e.and(ofAccount))
    .where('state', 'in', ['running', 'waiting', 'paused'])
    .orderBy('created_at')
    .execute()
  const reports = await db
    .selectFrom('report_schedules')
    .select(['id', 'name', 'owner', 'payer'])
    .where((e) => e.and({ ...ofAccount, enabled: 1 }))
    .where('stopped', 'is', null)
    .orderBy('name')
    .execute()
  const watch = await ofAccount(db, 'bzp_watches', accountId)
    .select('budget_units')
    .where('budget_units', '>', 0)
    .executeTakeFirst()
  return { rules, checks, runs, reports, watch }
}
