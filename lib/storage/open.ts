import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely } from 'kysely'
import { Pool, types } from 'pg'

import { keepCleared } from './accounts/rate-limiters'
import { CorkedSocket } from './engine/corked-socket'
import { openPostgresDialect } from './engine/postgres-dialect'
import { openSqliteDialect, openSqliteReader } from './engine/sqlite-dialect'
import { migrate, newestSchema, readSchema } from './migrate'
import type { MigrationStep } from './schema/run-migrations'
import { readNotes } from './schema/store-notes'
import { storeRefusalOf } from './schema/watch-store'
import { type Storage } from './storage'
import type { Database } from './tables'

export type StorageConfig = {
  /** Folder of the SQLite file (and of report files). Made when absent. */
  readonly dataDir: string
  /** PostgreSQL instead of SQLite when set. */
  readonly databaseUrl?: string | undefined
  readonly poolSize?: number
}

export type OpenOptions = {
  /**
   * `migrate`: brings the store to the newest schema; `require`: refuses one of an older version, and makes one that is empty;
   * `any-known`: takes one of an older version as it is.
   */
  readonly schema?: 'migrate' | 'require' | 'any-known'
  /** What the migrations say of themselves. */
  readonly report?: (step: MigrationStep) => void
}

/**
 * Opens the store and brings it to the newest schema. Throws `StorageUnavailable` with one clear line when it cannot, and `StoreRefused`
 * when this process must not use it.
 */
export async function openStorage(
  config: StorageConfig,
  { schema = 'migrate', report }: OpenOptions = {},
): Promise<Storage> {
  const opened = openUnmigrated(config)
  try {
    await requireUsable(opened, schema)
    if (schema !== 'any-known') await migrate(opened.db, opened.engine, { ...(report && { report }) })
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    if (error instanceof StorageUnavailable) throw error
    throw new StorageUnavailable(`Cannot use the database at ${opened.location}: ${messageOf(error)}`, { cause: error })
  }
}

/** Throws `StoreRefused` for a store of a newer version, one that went elsewhere, and, where it may not be migrated, an older one. */
async function requireUsable({ db, engine, location }: Storage, schema: OpenOptions['schema']): Promise<void> {
  const { last, pending, unknown } = await readSchema(db, engine)
  if (unknown.length > 0) {
    throw new StoreRefused(
      `the store at ${location} was made by a newer version of the panel (its schema is ${last}; this one knows up to ${newestSchema()}); start that version, or restore a backup`,
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

/** The same store with whatever schema it has, also none. */
export const openUnmigrated = (config: StorageConfig): Storage =>
  config.databaseUrl ? openPostgres(config.databaseUrl, config.poolSize ?? 10) : openSqlite(config.dataDir)

export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}

/** The store answers, and this process must not use it. The message goes on after "Cannot start: ". */
export class StoreRefused extends StorageUnavailable {
  override readonly name = 'StoreRefused'
}

function openSqlite(dataDir: string): Storage {
  const file = join(dataDir, 'registers.db')
  try {
    mkdirSync(dataDir, { recursive: true })
    const db = new Kysely<Database>({ dialect: openSqliteDialect(file) })
    const readSnapshot: Storage['readSnapshot'] = async (read) => {
      const reader = new Kysely<Database>({ dialect: openSqliteReader(file) })
      try {
        return await reader.transaction().execute(read)
      } finally {
        await reader.destroy()
      }
    }
    return { db, engine: 'sqlite', location: file, pool: null, readSnapshot, close: () => db.destroy() }
  } catch (error) {
    throw new StorageUnavailable(`Cannot write the data directory ${dataDir}: ${messageOf(error)}`, { cause: error })
  }
}

function openPostgres(databaseUrl: string, max: number): Storage {
  // int8 and numeric arrive as text otherwise; every count of ours is far below 2^53.
  types.setTypeParser(types.builtins.INT8, Number)
  types.setTypeParser(types.builtins.NUMERIC, Number)
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 15_000,
    pipeline: true,
    stream: () => new CorkedSocket(),
  })
  // A broken connection must not take the process down, idle or in use; the next query reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: openPostgresDialect(pool) })
  const stopClearing = keepCleared(pool)
  const close = () => {
    stopClearing()
    return db.destroy()
  }
  const readSnapshot: Storage['readSnapshot'] = (read) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  const url = new URL(databaseUrl)
  return { db, engine: 'postgres', location: `${url.host}${url.pathname}`, pool, readSnapshot, close }
}

/** AggregateError of a refused connection has an empty message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message || error.name : String(error)
}
