import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

/** Lists what can spend automatically in an account, by kind; of the rules, only the enabled ones of one kind. */
export async function listSpending(db: Db, accountId: string, ruleKind: string) {
  const rules = await ofAccount(db, 'rules', accountId)
    .select(['id', 'name', 'owner', 'payer', 'created_by', 'condition'])
    .where('kind', '=', ruleKind)
    .where('enabled', '=', 1)
    .orderBy('name')
    .execute()
  const checks = await ofAccount(db, 'white_list_schedules', accountId)
    .select(['id', 'name', 'payer', 'budget_units'])
    .where('enabled', '=', 1)
    .where('stopped', 'is', null)
    .orderBy('name')
    .execute()
  const runs = await ofAccount(db, 'white_list_runs', accountId)
    .select(['id', 'name', 'payer'])
    .where('state', 'in', ['running', 'waiting', 'paused'])
    .orderBy('created_at')
    .execute()
  const reports = await ofAccount(db, 'report_schedules', accountId)
    .select(['id', 'name', 'owner', 'payer'])
    .where('enabled', '=', 1)
    .where('stopped', 'is', null)
    .orderBy('name')
    .execute()
  const watch = await ofAccount(db, 'bzp_watches', accountId)
    .select('budget_units')
    .where('budget_units', '>', 0)
    .executeTakeFirst()
  return { rules, checks, runs, reports, watch }
}
