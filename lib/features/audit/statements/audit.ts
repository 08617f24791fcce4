import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { AuditEntryTable, AuditChainTable } from '../tables'

export function readLastEntry(db: Db, accountId: string): Promise<AuditEntryTable | undefined> {
  return ofAccount(db, 'audit_entries', accountId).selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function insertEntry(db: AccountTx, entry: AuditEntryTable): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute()
}

export function listEntriesAfter(db: Db, accountId: string, after: { number: number; limit: number }) {
  return ofAccount(db, 'audit_entries', accountId)
    .selectAll()
    .where('number', '>', after.number)
    .orderBy('number')
    .limit(after.limit)
    .execute()
}

export type AuditQuery = {
  readonly accountId: string
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
  /** ISO 8601 instants; `until` is exclusive. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export function listAuditEntries(db: Db, query: AuditQuery): Promise<AuditEntryTable[]> {
  let select = db.selectFrom('audit_entries').selectAll().where('account_id', '=', query.accountId)
  for (const key of ['actor', 'action', 'target'] as const) {
    const value = query[key]
    if (value !== undefined) select = select.where(key, '=', value)
  }
  if (query.from !== undefined) select = select.where('at', '>=', query.from)
  if (query.until !== undefined) select = select.where('at', '<', query.until)
  if (query.before !== undefined) select = select.where('number', '<', query.before)
  return select.orderBy('number', 'desc').limit(query.limit).execute()
}

export async function distinctIn(db: Db, accountId: string, column: 'actor' | 'action'): Promise<string[]> {
  const rows = await ofAccount(db, 'audit_entries', accountId).select(column).distinct().orderBy(column).execute()
  return rows.map((row) => row[column])
}

const chains = accountRow('audit_chains')
export const findChain = chains.find
export const putChain = chains.put

export const listChains = (db: Db): Promise<AuditChainTable[]> =>
  db.selectFrom('audit_chains').selectAll().orderBy('account_id').execute()

export const listMonitorEntries = (
  db: Db,
  query: { accountId: string; monitorId: string; limit: number },
): Promise<AuditEntryTable[]> =>
  ofAccount(db, 'audit_entries', query.accountId)
    .selectAll()
    .where('target', '=', query.monitorId)
    .orderBy('number', 'desc')
    .limit(query.limit)
    .execute()

/**
 * The last entry of the leading part of a log in which all entries are older than an instant; undefined if there is
 * none.
 */
export async function lastOldEntry(
  db: Db,
  accountId: string,
  before: string,
): Promise<Pick<AuditEntryTable, 'number' | 'hash'> | undefined> {
  const { first } = await ofAccount(db, 'audit_entries', accountId)
    .select((e) => e.fn.min('number').as('first'))
    .where('at', '>=', before)
    .executeTakeFirstOrThrow()
  return ofAccount(db, 'audit_entries', accountId)
    .select(['number', 'hash'])
    .$if(first !== null, (query) => query.where('number', '<', first))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A trigger only permits deleting entries before the chain's `kept_from`. */
export async function deleteEntriesUpTo(db: AccountTx, accountId: string, number: number): Promise<void> {
  for (const table of ['audit_persons', 'audit_entries'] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).where('number', '<=', number).execute()
  }
}

export const insertAuditPersons = (
  tx: AccountTx,
  { accountId, number }: { readonly accountId: string; readonly number: number },
  hashes: readonly string[],
): Promise<void> =>
  insertAll(
    tx,
    'audit_persons',
    hashes.map((hash) => ({ account_id: accountId, number, hash })),
  )

/** Entries about the person with this hash, oldest first, whether the hash is in their text or in their list. */
export const listEntriesOfPerson = (db: Db, accountId: string, hash: string): Promise<AuditEntryTable[]> =>
  ofAccount(db, 'audit_entries', accountId)
    .selectAll()
    .where((e) =>
      e.or([
        e('after', 'like', `%#${hash}%`),
        e('before', 'like', `%#${hash}%`),
        e(
          'number',
          'in',
          e.selectFrom('audit_persons').select('number').where('account_id', '=', accountId).where('hash', '=', hash),
        ),
      ]),
    )
    .orderBy('number')
    .execute()
