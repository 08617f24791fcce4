import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

/** Call it in the transaction that inserts (`by` > 0) or deletes (`by` < 0) the rows. */
export async function changeMonitorCount(db: Db, accountId: string, by: number): Promise<void> {
  await db
    .insertInto('monitor_counts')
    .values({ account_id: accountId, monitors: by })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((e) => ({ monitors: e('monitor_counts.monitors', '+', by) })),
    )
    .execute()
}

export async function readMonitorCount(db: Db, accountId: string): Promise<number> {
  const row = await ofAccount(db, 'monitor_counts', accountId).select('monitors').executeTakeFirst()
  return row?.monitors ?? 0
}

/** Stored and actual counts where they differ, for one account or all. */
export async function listWrongMonitorCounts(db: Db, accountId?: string) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('monitor_counts', 'monitor_counts.account_id', 'accounts.id')
    .select((e) => [
      'accounts.id as account_id',
      e.fn.coalesce('monitor_counts.monitors', e.lit(0)).as('kept'),
      e
        .selectFrom('monitors')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('monitors.account_id', '=', 'accounts.id')
        .$asScalar()
        .$notNull()
        .as('counted'),
    ])
    .$if(accountId !== undefined, (query) => query.where('accounts.id', '=', accountId ?? ''))
    .execute()
  return rows.filter(({ kept, counted }) => kept !== counted)
}
