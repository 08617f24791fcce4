import type { AccountTx } from '../engine/account-lock'
import type { Db } from '../storage'
import type { AccountTermsTable } from './tables'

type Terms = Omit<AccountTermsTable, 'number'>

/** In the order in which they came into force. */
export const listAccountTerms = (db: Db, accountId: string): Promise<AccountTermsTable[]> =>
  db.selectFrom('account_terms').selectAll().where('account_id', '=', accountId).orderBy('number').execute()

const fields = ['plan', 'state', 'included', 'unit_grosz'] as const

/** Adds the terms from an instant on, unless they are those that hold already. The caller holds the lock of the account. */
export async function keepAccountTerms(db: AccountTx, terms: Terms): Promise<void> {
  const last = (await listAccountTerms(db, terms.account_id)).at(-1)
  if (last && fields.every((field) => last[field] === terms[field])) return
  const number = (last?.number ?? 0) + 1
  await db
    .insertInto('account_terms')
    .values({ ...terms, number })
    .execute()
}
