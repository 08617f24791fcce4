import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { returnsRow, wroteRow } from '@/lib/storage/engine/outcome'
import { rowByKey } from '@/lib/storage/engine/row-by-key'
import { statementOfOne } from '@/lib/storage/engine/statement'
import type { Db } from '@/lib/storage/storage'

import type { AccountTable, AccountTermsTable } from '../tables'

export const listAccountTerms = (db: Db, accountId: string): Promise<AccountTermsTable[]> =>
  db.selectFrom('account_terms').selectAll().where('account_id', '=', accountId).orderBy('number').execute()

const fields = ['plan', 'state', 'included', 'unit_grosz'] as const

/**
 * Adds the terms that apply from an instant on, unless they equal the current ones. The caller holds the lock of the
 * account.
 */
export async function insertAccountTerms(db: AccountTx, terms: Omit<AccountTermsTable, 'number'>): Promise<void> {
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

/** Returns false if the slug is taken. */
export const insertAccount = (db: Db, row: AccountTable): Promise<boolean> => insertNew(db, 'accounts', row, ['slug'])

/** Returns false if there is no such account. */
export const updateAccount = (db: Db, id: string, change: Partial<Omit<AccountTable, 'id'>>): Promise<boolean> =>
  db.updateTable('accounts').set(change).where('id', '=', id).$call(wroteRow)

/** In whole PLN; null means the default ceiling. */
export async function readSpendCap(db: Db, id: string): Promise<number | null> {
  const account = await findSpendCap(db, { id })
  if (!account) throw new Error(`There is no account ${id}`)
  return account.spend_cap_pln
}

export const selectSpendCap = (db: Db, id: string) =>
  db.selectFrom('accounts').select('spend_cap_pln').where('id', '=', id)

const findSpendCap = statementOfOne((db, { id }: { id: string }) => selectSpendCap(db, id))

/** Slugs and ids that identify the sample accounts. */
export type SampleAccounts = { readonly slugs: readonly string[]; readonly ids: readonly string[] }

/** Whether there is a non-sample account, or the books of a deleted one. */
export const hasOtherAccounts = (db: Db, { slugs, ids }: SampleAccounts): Promise<boolean> =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('slug', 'not in', slugs)
    .where('id', 'not in', ids)
    .limit(1)
    .$call(returnsRow)

/** Non-sample accounts that people can use; closed accounts, of which only the books are left, are excluded. */
export const listOtherAccounts = (db: Db, { ids }: Pick<SampleAccounts, 'ids'>) =>
  db
    .selectFrom('accounts')
    .select(['id', 'slug', 'name'])
    .where('id', 'not in', ids)
    .where((e) => e('slug', '!=', e(e.val('deleted-'), '||', e.ref('id'))))
    .orderBy('slug')
    .execute()

/** Whether any non-sample account has an owner. */
export const hasOtherOwners = (db: Db, { ids }: Pick<SampleAccounts, 'ids'>): Promise<boolean> =>
  db
    .selectFrom('members')
    .select('user_id')
    .where('role', '=', 'owner')
    .where('account_id', 'not in', ids)
    .limit(1)
    .$call(returnsRow)
