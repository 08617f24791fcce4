import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { outageMessage } from './engine/outage'
import { readPostgresUrl } from './engine/postgres-address'
import { openPatientDialect, openPostgresDialect } from './engine/postgres-dialect'
import { openPool, type PoolLimits } from './engine/postgres-pool'
import { openSqliteDialect, openSqliteReader } from './engine/sqlite-dialect'
import { RepeatingKysely } from './engine/store'
import { DEFAULT_POOL_SIZE, DEFAULT_STATEMENT_TIMEOUT_S, LONG_STATEMENT_TIMEOUT_S } from './limits'
import { migrate, newestSchema, readSchema } from './migrate'
import { clearPeriodically } from './rate-limiters'
import type { MigrationStep } from './schema/run-migrations'
import { readNotes } from './schema/store-notes'
import { storeRefusalOf } from './schema/watch-store'
import { type Storage } from './storage'

export type StorageConfig = {
  /** Folder of the SQLite file and of report files; created if absent. */
  readonly dataDir: string
  /** Use PostgreSQL instead of SQLite. */
  readonly databaseUrl?: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize?: number
  /**
   * Timeout of a PostgreSQL statement. Work that is known to take long (migrations, snapshots, `patientDb`) has an
   * hour.
   */
  readonly statementTimeoutSeconds?: number
}

const LONG_STATEMENT_TIMEOUT_MS = LONG_STATEMENT_TIMEOUT_S * 1000

export type OpenOptions = {
  /**
   * `migrate`: migrates the store to the newest schema; `require`: refuses an older schema, and initialises an empty
   * store; `any-known`: accepts an older schema without migrating it.
   */
  readonly schema?: 'migrate' | 'require' | 'any-known'
  /** Receives the progress of migrations. */
  readonly report?: (step: MigrationStep) => void
}

/**
 * Opens the store and migrates it to the newest schema. Throws `StorageUnavailable` with a one-line message if that
 * fails, and `StoreRefused` if this process must not use it.
 */
export async function openStorage(
  config: StorageConfig,
  { schema = 'migrate', report }: OpenOptions = {},
): Promise<Storage> {
  const opened = openUnmigrated(config)
  try {
    await opened.settle()
    await requireUsable(opened, schema)
    if (schema !== 'any-known') await migrate(opened.patientDb, opened.engine, { ...(report && { report }) })
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    if (error instanceof StorageUnavailable) throw error
    throw new StorageUnavailable(`Cannot use the database at ${opened.location}: ${outageMessage(error)}`, {
      cause: error,
    })
  }
}

/**
 * Throws `StoreRefused` for a store of a newer version, one that was moved elsewhere, and, if it may not be migrated,
 * an older one.
 */
async function requireUsable({ db, engine, location }: Storage, schema: OpenOptions['schema']): Promise<void> {
  const { last, pending, unknown } = await readSchema(db, engine)
  if (unknown.length > 0) {
    throw new StoreRefused(
      `the store at ${location} was created by a newer version of the panel (its schema is ${last}; this one knows up to ${newestSchema()}); start that version, or restore a backup`,
    )
  }
  if (last === undefined) return
  const refusal = storeRefusalOf(await readNotes(db), location)
  if (refusal !== undefined) throw new StoreRefused(refusal)
  if (schema !== 'require' || pending.length === 0) return
  throw new StoreRefused(
    `the store at ${location} is of an older version of the panel (its schema is ${last}; this one needs ${newestSchema()}); start the panel, or run: npm run -s admin -- migrate`,
  )
}

/** Opens the store with any schema, or none. */
export function openUnmigrated(config: StorageConfig): Storage {
  const { dataDir, databaseUrl, poolSize = DEFAULT_POOL_SIZE } = config
  const { statementTimeoutSeconds = DEFAULT_STATEMENT_TIMEOUT_S } = config
  if (!databaseUrl) return openSqlite(dataDir)
  return openPostgres(databaseUrl, { poolSize, statementMs: statementTimeoutSeconds * 1000 })
}

export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}

/** The store is available, but this process must not use it. The message continues "Cannot start: ". */
export class StoreRefused extends StorageUnavailable {
  override readonly name = 'StoreRefused'
}

function openSqlite(dataDir: string): Storage {
  const file = join(dataDir, 'registers.db')
  try {
    mkdirSync(dataDir, { recursive: true })
    const db = new RepeatingKysely({ dialect: openSqliteDialect(file) })
    const readSnapshot: Storage['readSnapshot'] = async (read) => {
      const reader = new RepeatingKysely({ dialect: openSqliteReader(file) })
      try {
        return await reader.transaction().execute(read)
      } finally {
        await reader.destroy()
      }
    }
    const close = () => db.destroy()
    const settle = () => Promise.resolve()
    return {
      db,
      patientDb: db,
      engine: 'sqlite',
      location: file,
      warnings: [],
      pool: null,
      readSnapshot,
      settle,
      close,
    }
  } catch (error) {
    throw new StorageUnavailable(`Cannot write the data directory ${dataDir}: ${outageMessage(error)}`, {
      cause: error,
    })
  }
}

function openPostgres(databaseUrl: string, limits: PoolLimits): Storage {
  const result = readPostgresUrl(databaseUrl)
  if (!result.ok) throw new StorageUnavailable(`DATABASE_URL ${result.problem}`)
  const { location, warnings } = result.address
  const opened = openPool(result.address, limits)
  const { pool } = opened
  const { statementMs } = limits
  const dialect = openPostgresDialect(opened, statementMs)
  const db = new RepeatingKysely({ dialect })
  const patient = { shared: dialect, statementMs, patientMs: LONG_STATEMENT_TIMEOUT_MS }
  const patientDb = new RepeatingKysely({ dialect: openPatientDialect(opened, patient) })
  const stopClearing = clearPeriodically(pool)
  const readSnapshot: Storage['readSnapshot'] = (read) =>
    patientDb.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  return {
    db,
    patientDb,
    engine: 'postgres',
    location,
    warnings,
    pool,
    readSnapshot,
    settle: () => opened.hosts.findWriter(),
    close: async () => {
      stopClearing()
      await db.destroy()
      await patientDb.destroy()
      // The query builder ends the pool only if it has made a query.
      if (!pool.ending) await pool.end()
    },
  }
}
