import type { Transaction } from 'kysely'

import type { Db, Storage } from '../storage'
import type { Database } from '../tables'

const lockedAccounts = Symbol('accounts')

/**
 * A transaction that has locked an account first. Everything that locks or writes an account's rows requires it, so
 * locking a row before its account does not compile; two orders of locks would deadlock (PostgreSQL error 40P01). `Db`
 * is still used for what belongs to no single account or needs only one statement: leases and cursors, which a process
 * claims among all accounts; periodic deletions; persons, their sessions and proofs.
 */
export type AccountTx = Transaction<Database> & { readonly [lockedAccounts]: ReadonlySet<string> }

/** `PanelContext` satisfies it. */
type AccountContext = { readonly storage: Pick<Storage, 'db'>; readonly account: { readonly id: string } }

/** Runs `work` in a transaction that has locked the account, so that decisions on the account's data are serialised. */
export const inAccount = <T>({ storage, account }: AccountContext, work: (tx: AccountTx) => Promise<T>): Promise<T> =>
  inAccounts(storage, [account.id], work)

/**
 * For several accounts, locked in the order of their ids. If `accounts` is a function, it runs in the transaction,
 * returns the ids and may create an account. An empty list locks nothing.
 */
export const inAccounts = <T>(
  { db }: Pick<Storage, 'db'>,
  accounts: readonly string[] | ((db: Db) => Promise<readonly string[]>),
  work: (tx: AccountTx) => Promise<T>,
): Promise<T> =>
  db
    .transaction()
    .execute(async (tx) => work(await lockAccounts(tx, typeof accounts === 'function' ? await accounts(tx) : accounts)))

/**
 * Locks the account within an open transaction: for operations of the service, which run in the transaction of their
 * charge. Everything else uses `inAccount`.
 */
export const lockAccount = (tx: Db, accountId: string): Promise<AccountTx> => lockAccounts(tx, [accountId])

async function lockAccounts(tx: Db, accountIds: readonly string[]): Promise<AccountTx> {
  const ids = [...new Set(accountIds)].toSorted()
  for (const id of ids)
    await tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
  const before = lockedAccounts in tx ? (tx as AccountTx)[lockedAccounts] : []
  return Object.assign(tx as Transaction<Database>, { [lockedAccounts]: new Set([...before, ...ids]) })
}

/** Ids of the locked accounts, which the type does not contain. */
export const lockedAccountsOf = (tx: AccountTx): ReadonlySet<string> => tx[lockedAccounts]
