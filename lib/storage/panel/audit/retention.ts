import type { AccountTx } from '../../engine/account-lock'
import { accountRow } from '../../engine/account-row'
import type { Db } from '../../storage'
import type { PurposeRenewalTable } from './tables'

const settings = accountRow('retention_settings')

/** Undefined: the account never chose. */
export const readRetentionMonths = async (db: Db, accountId: string): Promise<number | undefined> =>
  (await settings.find(db, accountId))?.months

export const writeRetentionMonths = (tx: AccountTx, accountId: string, months: number): Promise<void> =>
  settings.put(tx, { account_id: accountId, months })

/** Rows of one statement: well below what either engine binds at most. */
const CHUNK = 500

export async function insertRenewals(db: AccountTx, rows: readonly PurposeRenewalTable[]): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    await db
      .insertInto('purpose_renewals')
      .values(rows.slice(at, at + CHUNK))
      .execute()
  }
}

/** The last renewal of every monitor that has one. */
export async function listLastRenewals(db: Db, accountId: string): Promise<Map<string, PurposeRenewalTable>> {
  const rows = await db
    .selectFrom('purpose_renewals')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('renewed_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.monitor_id, row]))
}

/** Nobody is watched any more, so there is nothing to renew. */
export async function deleteRenewals(db: AccountTx, accountId: string, monitorId: string): Promise<void> {
  await db
    .deleteFrom('purpose_renewals')
    .where('account_id', '=', accountId)
    .where('monitor_id', '=', monitorId)
    .execute()
}
