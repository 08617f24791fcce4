import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { keepCleared } from './accounts/rate-limiters'
import { reasonOf } from './engine/outage'
import { readPostgresUrl } from './engine/postgres-address'
import { openPatientDialect, openPostgresDialect } from './engine/postgres-dialect'
import { openPool, type PoolLimits } from './engine/postgres-pool'
import { openSqliteDialect, openSqliteReader } from './engine/sqlite-dialect'
import { StoreBuilder } from './engine/store-builder'
import { DEFAULT_POOL_SIZE, DEFAULT_STATEMENT_TIMEOUT_S, PATIENT_S } from './limits'
import { migrate } from './migrate'
import { type Storage } from './storage'

export type StorageConfig = {
  /** Folder of the SQLite file (and of report files). Made when absent. */
  readonly dataDir: string
  /** PostgreSQL instead of SQLite when set. */
  readonly databaseUrl?: string | undefined
  /** Connections to PostgreSQL at most. */
  readonly poolSize?: number
  /** How long a statement of PostgreSQL may take. What is known to take long (migrations, snapshots, `patientDb`) has an hour. */
  readonly statementTimeoutSeconds?: number
}

const PATIENT_MS = PATIENT_S * 1000

/** Opens the store and brings it to the newest schema. Throws `StorageUnavailable` with one clear line when it cannot. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const opened = openUnmigrated(config)
  try {
    await opened.settle()
    await migrate(opened.patientDb, opened.engine)
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw new StorageUnavailable(`Cannot use the database at ${opened.location}: ${reasonOf(error)}`, { cause: error })
  }
}

/** The same store with whatever schema it has, also none. */
export function openUnmigrated(config: StorageConfig): Storage {
  const { dataDir, databaseUrl, poolSize = DEFAULT_POOL_SIZE } = config
  const { statementTimeoutSeconds = DEFAULT_STATEMENT_TIMEOUT_S } = config
  if (!databaseUrl) return openSqlite(dataDir)
  return openPostgres(databaseUrl, { poolSize, statementMs: statementTimeoutSeconds * 1000 })
}

export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

function openSqlite(dataDir: string): Storage {
  const file = join(dataDir, 'registers.db')
  try {
    mkdirSync(dataDir, { recursive: true })
    const db = new StoreBuilder({ dialect: openSqliteDialect(file) })
    const readSnapshot: Storage['readSnapshot'] = async (read) => {
      const reader = new StoreBuilder({ dialect: openSqliteReader(file) })
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
    throw new StorageUnavailable(`Cannot write the data directory ${dataDir}: ${reasonOf(error)}`, { cause: error })
  }
}

function openPostgres(databaseUrl: string, limits: PoolLimits): Storage {
  const reading = readPostgresUrl(databaseUrl)
  if (!reading.ok) throw new StorageUnavailable(`DATABASE_URL ${reading.problem}`)
  const { location, warnings } = reading.address
  const opened = openPool(reading.address, limits)
  const { pool } = opened
  const { statementMs } = limits
  const dialect = openPostgresDialect(opened, statementMs)
  const db = new StoreBuilder({ dialect })
  const patient = { shared: dialect, statementMs, patientMs: PATIENT_MS }
  const patientDb = new StoreBuilder({ dialect: openPatientDialect(opened, patient) })
  const stopClearing = keepCleared(pool)
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
    settle: () => opened.hosts.look(),
    close: async () => {
      stopClearing()
      await db.destroy()
      await patientDb.destroy()
      // The query builder ends it only where it has asked something.
      if (!pool.ending) await pool.end()
    },
  }
}
