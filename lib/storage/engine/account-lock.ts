import type { Transaction } from 'kysely'

import type { Db, Storage } from '../storage'
import type { Database } from '../tables'

const held = Symbol('accounts')

/**
 * A transaction whose first lock is that of an account. What locks or writes an account's rows takes it, so that a row before its
 * account does not compile: two orders of locks are what PostgreSQL ends with 40P01. `Db` is still taken by what belongs to no one
 * account or decides by a single statement: leases and cursors, which a process claims among all accounts; what is forgotten after a
 * while; persons, their sessions and their proofs.
 */
export type AccountTx = Transaction<Database> & { readonly [held]: ReadonlySet<string> }

/** A `PanelContext` is one. */
type OfAccount = { readonly storage: Pick<Storage, 'db'>; readonly account: { readonly id: string } }

/** Runs `work` in a transaction that holds the account: what is decided on what the account has follows one another. */
export const inAccount = <T>({ storage, account }: OfAccount, work: (tx: AccountTx) => Promise<T>): Promise<T> =>
  inAccounts(storage, [account.id], work)

/**
 * The same for several accounts, held in the order of their ids; a function says in the transaction which ones, and may make one. With
 * none of them it holds nothing.
 */
export const inAccounts = <T>(
  { db }: Pick<Storage, 'db'>,
  accounts: readonly string[] | ((db: Db) => Promise<readonly string[]>),
  work: (tx: AccountTx) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .execute(async (tx) => work(await hold(tx, typeof accounts === 'function' ? await accounts(tx) : accounts)))

/**
 * Takes the account within a transaction that is open: for operations of the service, which run in the transaction of their charge. All
 * else begins with `inAccount`.
 */
export const lockAccount = (tx: Db, accountId: string): Promise<AccountTx> => hold(tx, [accountId])

async function hold(tx: Db, accountIds: readonly string[]): Promise<AccountTx> {
  const ids = [...new Set(accountIds)].toSorted()
  for (const id of ids)
    await tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  const before = held in tx ? (tx as AccountTx)[held] : []
  return Object.assign(tx as Transaction<Database>, { [held]: new Set([...before, ...ids]) })
}

/** The ids of the accounts that it holds, which its type cannot say. */
export const heldBy = (tx: AccountTx): ReadonlySet<string> => tx[held]
