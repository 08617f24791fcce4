import type { Db } from '../../storage'
import type { AuditChainTable } from './tables'

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
