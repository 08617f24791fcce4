import { ofAccount } from '@/lib/storage/engine/of-account'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

/** Rules of any member: the step is the account's, and only their existence is told. */
export const hasRule = (db: Db, accountId: string): Promise<boolean> =>
  ofAccount(db, 'rules', accountId).select('id').limit(1).$call(returnsRow)

export const hasWhiteListRun = (db: Db, accountId: string): Promise<boolean> =>
  ofAccount(db, 'white_list_runs', accountId).select('id').limit(1).$call(returnsRow)

/** Whether the account exists since an instant or longer. */
export const isAccountSince = (db: Db, accountId: string, at: string): Promise<boolean> =>
  db.selectFrom('accounts').select('id').where('id', '=', accountId).where('created_at', '<=', at).$call(returnsRow)
