import { accountRow } from '@/lib/storage/engine/account-row'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { BzpWatchTable } from '../tables'

export const findWatch = accountRow('bzp_watches').find

/** Returns the row of an account; monthly counts are reset when the month changes. */
export async function openWatch(db: Db, accountId: string, month: string): Promise<BzpWatchTable> {
  const initialState = { read_at: null, retry_at: null, problem: null, failures: 0 }
  await db
    .insertInto('bzp_watches')
    .values({ account_id: accountId, month, budget_units: 0, used_units: 0, previews: 0, ...initialState })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ month, used_units: 0, previews: 0 })
        .where('bzp_watches.month', '<', month),
    )
    .execute()
  return db.selectFrom('bzp_watches').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
}

export async function updateWatch(
  db: Db,
  accountId: string,
  change: Partial<Omit<BzpWatchTable, 'account_id'>>,
): Promise<void> {
  await db.updateTable('bzp_watches').set(change).where('account_id', '=', accountId).execute()
}

/**
 * Reserves units before they are used: no two readers use the same ones, and a crash leaves units unused instead of
 * overspending. False if the budget is too small.
 */
export const reserveUnits = (db: Db, { accountId, month, units }: Spending): Promise<boolean> =>
  db
    .updateTable('bzp_watches')
    .set((e) => ({ used_units: e('used_units', '+', units) }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .where((e) => e(e('used_units', '+', units), '<=', e.ref('budget_units')))
    .returning('account_id')
    .$call(returnsRow)

type Spending = { readonly accountId: string; readonly month: string; readonly units: number }

export async function returnUnits(db: Db, { accountId, month, units }: Spending): Promise<void> {
  await db
    .updateTable('bzp_watches')
    .set((e) => ({ used_units: e('used_units', '-', units) }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute()
}

export async function countPreview(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('bzp_watches')
    .set((e) => ({ previews: e('previews', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
}

/** Accounts with alerts that were not read since `before` and are not waiting for a retry, with their API keys. */
export const listAccountsToWatch = (db: Db, { now, before }: { readonly now: string; readonly before: string }) =>
  db
    .selectFrom('accounts')
    .leftJoin('bzp_watches', 'bzp_watches.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where('accounts.id', 'in', (e) =>
      e.selectFrom('rules').select('account_id').where('kind', '=', 'tender').where('enabled', '=', 1),
    )
    .where((e) => e.or([e('bzp_watches.read_at', 'is', null), e('bzp_watches.read_at', '<=', before)]))
    .where((e) => e.or([e('bzp_watches.retry_at', 'is', null), e('bzp_watches.retry_at', '<=', now)]))
    .orderBy((e) => e.fn.coalesce('bzp_watches.read_at', e.val('')))
    .execute()
