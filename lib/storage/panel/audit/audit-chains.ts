import { storeKey } from '../../engine/store-key'
import type { Db } from '../../storage'
import type { AuditChainTable } from './tables'

/** The key of the audit log of an opened store. */
export const { keep: keepAuditKey, of: auditKeyOf } = storeKey(
  'audit-key',
  'The store was opened without the key of its audit log',
)

export const findChain = (db: Db, accountId: string): Promise<AuditChainTable | undefined> =>
  db.selectFrom('audit_chains').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const listChains = (db: Db): Promise<AuditChainTable[]> =>
  db.selectFrom('audit_chains').selectAll().orderBy('account_id').execute()

export async function putChain(db: Db, { account_id, ...values }: AuditChainTable): Promise<void> {
  await db
    .insertInto('audit_chains')
    .values({ account_id, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
