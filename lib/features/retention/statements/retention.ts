import type { PurposeRenewalTable } from '@/lib/features/audit/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

const settings = accountRow('retention_settings')

/** Undefined if the account never chose. */
export const readRetentionMonths = async (db: Db, accountId: string): Promise<number | undefined> =>
  (await settings.find(db, accountId))?.months

export const writeRetentionMonths = (tx: AccountTx, accountId: string, months: number): Promise<void> =>
  settings.put(tx, { account_id: accountId, months })

export const insertRenewals = (tx: AccountTx, rows: readonly PurposeRenewalTable[]): Promise<void> =>
  insertAll(tx, 'purpose_renewals', rows)

/** The latest renewal of every monitor that has one. */
export async function listLastRenewals(db: Db, accountId: string): Promise<Map<string, PurposeRenewalTable>> {
  const rows = await ofAccount(db, 'purpose_renewals', accountId)
    .selectAll()
    .orderBy('renewed_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.monitor_id, row]))
}

/** Called when the monitor is deleted, because then there is nothing left to renew. */
export async function deleteRenewals(db: AccountTx, accountId: string, monitorId: string): Promise<void> {
  await db
    .deleteFrom('purpose_renewals')
    .where('account_id', '=', accountId)
    .where('monitor_id', '=', monitorId)
    .execute()
}
