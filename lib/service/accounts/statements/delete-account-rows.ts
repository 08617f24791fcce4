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

/** Records that must be retained for years: the audit log, usage, its cost, and the statements of it. */
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
 * Deletes all rows of an account except the account itself; the books only if requested. Tables are found from the
 * database's own schema, so no table is forgotten. Runs in a transaction that holds the lock of the account. Returns
 * the number of deleted rows by table.
 */
export async function deleteAccountRows(
  db: AccountTx,
  accountId: string,
  withBooks: boolean,
): Promise<Record<string, number>> {
  const engine = engineOf(db)
  const references = await referencesOf(db, engine)
  const tablesOfAccount = await tablesWithColumn(db, engine, 'account_id')
  const deleted: Record<string, number> = {}
  for (const table of (await listCopiedTables(db, engine)).toReversed()) {
    if (books.has(table) && !withBooks) continue
    const condition = conditionOf(table, { references, tablesOfAccount, accountId })
    if (!condition) continue
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(db)
    if (numAffectedRows) deleted[table] = Number(numAffectedRows)
  }
  return deleted
}

/**
 * The audit log refuses deletions until it is opened for them, and `members` tells which users are deleted with the
 * account.
 */
const LAST_OF_AN_ACCOUNT: ReadonlySet<string> = new Set(['audit_entries', 'audit_chains', 'audit_persons', 'members'])

/**
 * Deletes most rows of an account, the books included, in small transactions, so that little is left for
 * `deleteAccountRows`. Only for an account that is no longer used. It is safe to repeat after an interruption.
 */
export async function deleteMostAccountRows(db: Db, accountId: string): Promise<void> {
  const engine = engineOf(db)
  const scope = {
    references: await referencesOf(db, engine),
    tablesOfAccount: await tablesWithColumn(db, engine, 'account_id'),
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
  readonly tablesOfAccount: ReadonlySet<string>
  readonly accountId: string
}

/**
 * The condition that selects rows of the account, by an account column or by the row that they reference; undefined for
 * tables that belong to no account.
 */
function conditionOf(table: string, { references, tablesOfAccount, accountId }: Scope) {
  if (tablesOfAccount.has(table)) return sql`account_id = ${accountId}`
  const parent = references.find(({ from, to }) => from === table && tablesOfAccount.has(to))
  return (
    parent && sql`${sql.ref(parent.column)} in (select id from ${sql.table(parent.to)} where account_id = ${accountId})`
  )
}

/** Closes the row that stays with the books: no key of it works any more, and its slug can be used again. */
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
