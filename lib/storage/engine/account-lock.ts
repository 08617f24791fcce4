import type { Transaction } from 'kysely'

import type { Db, Engine, Storage } from '../storage'
import type { Database } from '../tables'
import { lockRow } from './lock'

declare const held: unique symbol

/**
 * A transaction whose first lock is that of an account, made by `inAccount` alone. What writes an account's rows takes it, so that a
 * row locked before its account does not compile: two orders of locks are what PostgreSQL ends with 40P01.
 */
export type AccountTx = Transaction<Database> & { readonly [held]: true }

/** A `PanelContext` is one. */
export type OfAccount = { readonly storage: Pick<Storage, 'db' | 'engine'>; readonly account: { readonly id: string } }

/** Runs `work` in a transaction that holds the account: what is decided on what the account has follows one another. */
export function inAccount<T>({ storage, account }: OfAccount, work: (tx: AccountTx) => Promise<T>): Promise<T> {
  return inAccounts(storage, [account.id], work)
}

/** The same for several accounts, held in the order of their ids. With none of them it holds nothing. */
export function inAccounts<T>(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  accountIds: readonly string[],
  work: (tx: AccountTx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    for (const id of [...new Set(accountIds)].toSorted()) await lockAccount(tx, engine, id)
    return work(tx as AccountTx)
  })
}

/**
 * Makes transactions that decide on what one account has (its number of monitors or filters, their tags) follow one
 * another. Always the first lock of a transaction, so that no two wait for each other.
 */
export async function lockAccount(db: Db, engine: Engine, accountId: string): Promise<void> {
  await lockRow(db.selectFrom('accounts').select('id').where('id', '=', accountId), engine).executeTakeFirstOrThrow()
}
