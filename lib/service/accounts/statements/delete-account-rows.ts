import { sql } from 'kysely'

import {
  listCopiedTables,
  type TableReference,
  referencesOf,
  tablesWithColumn,
} from '@/lib/storage/backup/copied-tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { deleteInChunks } from '@/lib/storage/engine/delete-chunks'
import { engineOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

/** What has to be explained for years: the log, what was used and what it cost, and the statements of it. */
export const BOOKS_OF_AN_ACCOUNT = [
  'audit_entries',
  'audit_chains',
  'audit_persons',
  'ledger',
  'usage_months',
  'usage_days',
  'usage_endpoints',
  'cap_changes',
  'known_caps',
  'account_terms',
  'meter_snapshots',
  'period_packs',
  'pack_files',
  'pack_settings',
] as const
const books: ReadonlySet<string> = new Set(BOOKS_OF_AN_ACCOUNT)

/**
 * Deletes every row of an account, its own row left out; the books too only where it is said. By what the database itself says of
 * its tables, so that no table is forgotten. Within a transaction that holds the account's lock. Rows that were deleted, by table.
 */
export async function deleteAccountRows(
  db: AccountTx,
  accountId: string,
  withBooks: boolean,
): Promise<Record<string, number>> {
  const engine = engineOf(db)
  const references = await referencesOf(db, engine)
  const owned = await tablesWithColumn(db, engine, 'account_id')
  const deleted: Record<string, number> = {}
  for (const table of (await listCopiedTables(db, engine)).toReversed()) {
    if (books.has(table) && !withBooks) continue
    const condition = conditionOf(table, { references, owned, accountId })
    if (!condition) continue
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(db)
    if (numAffectedRows) deleted[table] = Number(numAffectedRows)
  }
  return deleted
}

/** The log lets nothing go before it is opened for that, and members say whose people go with the account. */
const LAST_OF_AN_ACCOUNT: ReadonlySet<string> = new Set(['audit_entries', 'audit_chains', 'audit_persons', 'members'])

/**
 * Deletes most of an account's rows, the books too, some at a time and each for itself: what is left for `deleteAccountRows` is
 * little. For an account that nobody works in any more. Safe to repeat after a stop.
 */
export async function thinOutAccount(db: Db, accountId: string): Promise<void> {
  const engine = engineOf(db)
  const scope = {
    references: await referencesOf(db, engine),
    owned: await tablesWithColumn(db, engine, 'account_id'),
    accountId,
  }
  for (const table of (await listCopiedTables(db, engine)).toReversed()) {
    if (LAST_OF_AN_ACCOUNT.has(table)) continue
    const condition = conditionOf(table, scope)
    if (condition) await deleteInChunks(db, table, condition)
  }
}

type Scope = {
  readonly references: readonly TableReference[]
  /** Tables that name the account itself. */
  readonly owned: ReadonlySet<string>
  readonly accountId: string
}

/** Rows of the account, by their own column or by the row that they belong to; undefined for tables of nobody's. */
function conditionOf(table: string, { references, owned, accountId }: Scope) {
  if (owned.has(table)) return sql`account_id = ${accountId}`
  const parent = references.find(({ from, to }) => from === table && owned.has(to))
  return (
    parent && sql`${sql.ref(parent.column)} in (select id from ${sql.table(parent.to)} where account_id = ${accountId})`
  )
}

/** The row that stays with the books: nobody's key opens it any more, and its name is free again. */
export async function closeAccountRow(db: Db, id: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ slug: `deleted-${id}`, state: 'inactive', sealed_api_key: null, limits: '{}', spend_cap_pln: null })
    .where('id', '=', id)
    .execute()
}

export async function deleteAccountRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute()
}
