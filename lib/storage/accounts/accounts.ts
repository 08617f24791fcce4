import { rowByKey } from '../engine/row-by-key'
import { statementOfOne } from '../engine/statement'
import type { Db } from '../storage'
import type { AccountTable, AccountTermsTable } from './tables'

type Terms = Omit<AccountTermsTable, 'number'>

/** In the order in which they came into force. */
export const listAccountTerms = (db: Db, accountId: string): Promise<AccountTermsTable[]> =>
  db.selectFrom('account_terms').selectAll().where('account_id', '=', accountId).orderBy('number').execute()

const fields = ['plan', 'state', 'included', 'unit_grosz'] as const

/** Adds the terms from an instant on, unless they are those that hold already. The caller holds the lock of the account. */
export async function keepAccountTerms(db: Db, terms: Terms): Promise<void> {
  const last = (await listAccountTerms(db, terms.account_id)).at(-1)
  if (last && fields.every((field) => last[field] === terms[field])) return
  const number = (last?.number ?? 0) + 1
  await db
    .insertInto('account_terms')
    .values({ ...terms, number })
    .execute()
}

export const findAccount = rowByKey<AccountTable>(
  (db, key) => db.selectFrom('accounts').selectAll().where('id', '=', key),
  ({ id }) => id,
)

export const findAccountBySlug = (db: Db, slug: string): Promise<AccountTable | undefined> =>
  db.selectFrom('accounts').selectAll().where('slug', '=', slug).executeTakeFirst()

export const listAccountRows = (db: Db): Promise<AccountTable[]> =>
  db.selectFrom('accounts').selectAll().orderBy('slug').execute()

/** False when the slug is taken. */
export async function insertAccount(db: Db, row: AccountTable): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False when there is no such account. */
export async function updateAccount(db: Db, id: string, change: Partial<Omit<AccountTable, 'id'>>): Promise<boolean> {
  const result = await db.updateTable('accounts').set(change).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows > 0
}

/** In whole PLN; null = the default ceiling. */
export async function readSpendCap(db: Db, id: string): Promise<number | null> {
  const account = await findSpendCap(db, { id })
  if (!account) throw new Error(`There is no account ${id}`)
  return account.spend_cap_pln
}

export const selectSpendCap = (db: Db, id: string) =>
  db.selectFrom('accounts').select('spend_cap_pln').where('id', '=', id)

const findSpendCap = statementOfOne((db, { id }: { id: string }) => selectSpendCap(db, id))
