import type { Kysely } from 'kysely'

import { statementOfOne } from './statement'
import type { AccountTable, Database } from './tables'

type Db = Kysely<Database>

const accountById = statementOfOne((db, { id }: { id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id),
)
export const findAccount = (db: Db, id: string): Promise<AccountTable | undefined> => accountById(db, { id })

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
  const row = await db.selectFrom('accounts').select('spend_cap_pln').where('id', '=', id).executeTakeFirstOrThrow()
  return row.spend_cap_pln
}
