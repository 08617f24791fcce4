import { sql } from 'kysely'

import type { Db, Engine } from '../storage'

/** Tables of running processes, and tables that triggers fill from others. */
const isLeftOut = (name: string): boolean =>
  name === 'job_locks' ||
  name === 'job_runs' ||
  name === 'rate_limits' ||
  name.startsWith('bzp_notice_texts') ||
  name.startsWith('subject_words')

/** Tables with the store's data, each after those that it references. */
export async function listCopiedTables(db: Db, engine: Engine): Promise<string[]> {
  const tables = await tableNames(db, engine)
  const references = await referencesOf(db, engine)
  const ordered: string[] = []
  const add = (name: string): void => {
    if (ordered.includes(name)) return
    for (const { from, to } of references) if (from === name && to !== name) add(to)
    ordered.push(name)
  }
  for (const name of tables.filter((each) => !isLeftOut(each))) add(name)
  return ordered
}

export async function tableNames(db: Db, engine: Engine): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await query.execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely_'))
    .toSorted()
}

/** A column of a table that references a row of another. */
export type TableReference = { readonly from: string; readonly column: string; readonly to: string }

export async function referencesOf(db: Db, engine: Engine): Promise<readonly TableReference[]> {
  const query =
    engine === 'sqlite'
      ? sql<TableReference>`
          select tables.name as "from", keys."from" as "column", keys."table" as "to"
          from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`
      : sql<TableReference>`
          select own.relname as "from", attribute.attname as "column", other.relname as "to"
          from pg_constraint as keys
          join pg_attribute as attribute on attribute.attrelid = keys.conrelid and attribute.attnum = keys.conkey[1]
          join pg_class as own on own.oid = keys.conrelid
          join pg_class as other on other.oid = keys.confrelid
          where keys.contype = 'f' and own.relnamespace = current_schema()::regnamespace`
  return (await query.execute(db)).rows
}

/** The last migration applied to the store; undefined for an empty store. */
export async function lastMigration(db: Db, engine: Engine): Promise<string | undefined> {
  const migrationTable =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where name = 'kysely_migration'`
      : sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema() and tablename = 'kysely_migration'`
  if ((await migrationTable.execute(db)).rows.length === 0) return undefined
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? undefined
}

export async function tablesWithColumn(db: Db, engine: Engine, column: string): Promise<ReadonlySet<string>> {
  const query =
    engine === 'sqlite'
      ? sql<{ name: string }>`
          select tables.name as name from sqlite_master as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and columns.name = ${column}`
      : sql<{ name: string }>`
          select table_name as name from information_schema.columns
          where table_schema = current_schema() and column_name = ${column}`
  return new Set((await query.execute(db)).rows.map(({ name }) => name))
}

/** Functions created by migrations, which are not dropped with their tables. */
const FUNCTIONS = ['audit_is_append_only', 'audit_entry_is_kept']

/** Drops everything from a PostgreSQL database that only the panel uses. */
export async function dropStore(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tables = [...(await tableNames(tx, 'postgres')), 'kysely_migration', 'kysely_migration_lock']
    for (const table of tables) await sql`drop table if exists ${sql.table(table)} cascade`.execute(tx)
    for (const name of FUNCTIONS) await sql`drop function if exists ${sql.id(name)}() cascade`.execute(tx)
  })
}
