import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely } from 'kysely'
import { Pool, types } from 'pg'

import { keepCleared } from './accounts/rate-limiters'
import { CorkedSocket } from './engine/corked-socket'
import { openPostgresDialect } from './engine/postgres-dialect'
import { openSqliteDialect, openSqliteReader } from './engine/sqlite-dialect'
import { migrate } from './migrate'
import { type Storage } from './storage'
import type { Database } from './tables'

export type StorageConfig = {
  /** Folder of the SQLite file (and of report files). Made when absent. */
  readonly dataDir: string
  /** PostgreSQL instead of SQLite when set. */
  readonly databaseUrl?: string | undefined
  readonly poolSize?: number
}

/** Opens the store and brings it to the newest schema. Throws `StorageUnavailable` with one clear line when it cannot. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const opened = openUnmigrated(config)
  try {
    await migrate(opened.db, opened.engine)
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw new StorageUnavailable(`Cannot use the database at ${opened.location}: ${messageOf(error)}`, { cause: error })
  }
}

/** The same store with whatever schema it has, also none. */
export const openUnmigrated = (config: StorageConfig): Storage =>
  config.databaseUrl ? openPostgres(config.databaseUrl, config.poolSize ?? 10) : openSqlite(config.dataDir)

export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
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
