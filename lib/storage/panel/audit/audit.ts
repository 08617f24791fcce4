import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { AuditEntryTable } from './tables'

/** The newest link, which the next one is chained to. */
export function readLastEntry(db: Db, accountId: string): Promise<AuditEntryTable | undefined> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertEntry(db: AccountTx, entry: AuditEntryTable): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute()
}

/** In the order of the chain, a page at a time. */
export function listEntriesAfter(db: Db, accountId: string, after: { number: number; limit: number }) {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
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
  /** Instants; `until` is not included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** Only entries with a smaller number. */
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first. */
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

/** The different values of a column, in order. */
export async function distinctIn(db: Db, accountId: string, column: 'actor' | 'action'): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(column)
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy(column)
    .execute()
  return rows.map((row) => row[column])
}
