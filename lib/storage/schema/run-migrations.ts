import { setTimeout } from 'node:timers/promises'

import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  sql,
  type UnknownRow,
} from 'kysely'
import type { Kysely } from 'kysely'

import type { Db, Engine } from '../storage'

/** One step of the schema. `up` runs inside a transaction on both engines. */
export type Migration = {
  readonly name: string
  readonly up: (db: Kysely<unknown>, engine: Engine) => Promise<void>
}

/**
 * Progress of a run of migrations. `rows`: rows written by its statements, not counting new tables. `ms`: wall time.
 */
export type MigrationStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'begun'; readonly from: string | undefined; readonly pending: readonly string[] }
  | { readonly kind: 'done'; readonly name: string; readonly ms: number; readonly rows: number }
  | { readonly kind: 'ended'; readonly to: string; readonly ms: number }

type MigrationRun = {
  readonly known: readonly Migration[]
  readonly report?: ((step: MigrationStep) => void) | undefined
  /** Runs in the transaction of the migrations, with the names of those that were executed. */
  readonly after?: ((db: Db, executed: readonly string[]) => Promise<void>) | undefined
}

/** Kysely's lock, which older versions use. */
const LOCK = '3853314791062309107'
const LOCK_RETRY_MS = 200

/** Sorted names of the migrations applied to a store; empty for a store without tables. */
export async function executedMigrations(db: Db, engine: Engine): Promise<readonly string[]> {
  const table =
    engine === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select tablename from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
  if ((await table.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/**
 * Runs the missing migrations in one transaction: if a migration fails or the process is killed, the store is
 * unchanged. One process runs them; the others wait and then find nothing to do.
 */
export async function runMigrations(db: Db, engine: Engine, run: MigrationRun): Promise<void> {
  if ((await pendingOf(db, engine, run)).length === 0) return
  const work = (tx: Db) => migrateWithin(tx, engine, run)
  for (let isWaiting = false; ; isWaiting = true) {
    if (await (engine === 'postgres' ? withPostgresLock(db, work) : withSqliteLock(db, work))) return
    if (!isWaiting) run.report?.({ kind: 'waiting' })
    await setTimeout(LOCK_RETRY_MS)
  }
}

/**
 * Returns false while another process has the lock. The lock belongs to the transaction: a session lock would stay with
 * a connection of a pooler like PgBouncer, and the next process would wait forever.
 */
const withPostgresLock = (db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // A migration of a large table has no time limit.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK)}::bigint) as free`.execute(tx)
    if (rows[0]?.free !== true) return false
    await work(tx)
    return true
  })

/** Returns false while another process writes: a transaction begins with SQLite's only write lock. */
async function withSqliteLock(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  let hasBegun = false
  // SQLite would block the whole process while it waits, so that the process could not report that it is waiting.
  const previousTimeout = await setBusyTimeout(db, 0)
  try {
    await db.transaction().execute((tx) => {
      hasBegun = true
      return work(tx)
    })
    return true
  } catch (error) {
    if (!hasBegun && error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))
      return false
    throw error
  } finally {
    await setBusyTimeout(db, previousTimeout)
  }
}

/** Sets how many milliseconds a statement waits for another process; returns the previous value. */
async function setBusyTimeout(db: Db, ms: number): Promise<number> {
  const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)
  await sql`pragma busy_timeout = ${sql.lit(ms)}`.execute(db)
  return rows[0]?.timeout ?? ms
}

/** Does the same inside an existing transaction. */
export async function migrateWithin(db: Db, engine: Engine, run: MigrationRun): Promise<void> {
  const executed = await executedMigrations(db, engine)
  const pending = await pendingOf(db, engine, run)
  const last = pending.at(-1)
  if (last === undefined) return
  if (executed.length === 0) await createMigrationTable(db)
  const startedAt = performance.now()
  run.report?.({ kind: 'begun', from: executed.at(-1), pending: pending.map(({ name }) => name) })
  for (const migration of pending) {
    const step = await runOne(db, engine, migration)
    run.report?.(step)
  }
  await run.after?.(
    db,
    pending.map(({ name }) => name),
  )
  run.report?.({ kind: 'ended', to: last.name, ms: Math.round(performance.now() - startedAt) })
}

async function runOne(db: Db, engine: Engine, { name, up }: Migration): Promise<MigrationStep> {
  const startedAt = performance.now()
  const rowCounter = new WrittenRows()
  try {
    // Safe: a migration uses tables as they were at that time, for which there is no type.
    await up(db.withPlugin(rowCounter) as unknown as Kysely<unknown>, engine)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${name} failed and nothing was changed: ${reason}`, { cause: error })
  }
  const timestamp = new Date().toISOString()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
  return { kind: 'done', name, ms: Math.round(performance.now() - startedAt), rows: rowCounter.rows }
}

async function pendingOf(db: Db, engine: Engine, { known }: MigrationRun): Promise<readonly Migration[]> {
  const executed = new Set(await executedMigrations(db, engine))
  return known.filter(({ name }) => !executed.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The table is the same as that of Kysely's migrator, because older versions use it. */
const createMigrationTable = (db: Db) =>
  db.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()

const WRITING = /^\s*(?:insert|update|delete)\b/i

/** Counts the rows that statements write. */
class WrittenRows implements KyselyPlugin {
  rows = 0
  readonly #writing = new WeakSet<PluginTransformQueryArgs['queryId']>()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const isWriting =
      node.kind === 'RawNode' ? WRITING.test(node.sqlFragments[0] ?? '') : /^(?:Insert|Update|Delete)/.test(node.kind)
    if (isWriting) this.#writing.add(queryId)
    return node
  }

  transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#writing.has(queryId)) this.rows += Number(result.numAffectedRows ?? 0)
    return Promise.resolve(result)
  }
}
