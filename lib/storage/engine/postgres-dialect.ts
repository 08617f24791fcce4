import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'

import { patientPool, pooledBegin, type PostgresPool } from './postgres-pool'
import { isOutdated, prepared } from './prepared'
import { offerReader } from './reader'

/**
 * Queries outside a transaction with statements that each connection prepares once. Use it only for a small number of
 * distinct texts.
 */
function preparedReader(pool: Pool) {
  return async (sql: string, values: readonly unknown[]): Promise<unknown[]> => {
    const runQuery = async () => (await pool.query<object>(prepared(sql, values))).rows
    try {
      return await runQuery()
    } catch (error) {
      if (isOutdated(sql, error)) return runQuery()
      throw error
    }
  }
}

type Limits = { readonly statementMs: number; readonly isPooled: () => boolean }

class LimitedPostgresDriver extends PostgresDriver {
  readonly #limits: Limits

  constructor(config: PostgresDialectConfig, limits: Limits) {
    super(config)
    this.#limits = limits
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isPlain = settings.isolationLevel === undefined && settings.accessMode === undefined
    if (!isPlain || !this.#limits.isPooled()) return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(pooledBegin(this.#limits.statementMs)))
  }
}

class LimitedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #adapter: PostgresAdapter
  readonly #limits: Limits

  constructor(config: PostgresDialectConfig, adapter: PostgresAdapter, limits: Limits) {
    super(config)
    this.#config = config
    this.#adapter = adapter
    this.#limits = limits
  }

  override createAdapter(): PostgresAdapter {
    return this.#adapter
  }

  override createDriver(): Driver {
    return new LimitedPostgresDriver(this.#config, this.#limits)
  }
}

export function openPostgresDialect({ pool, isPooled }: PostgresPool, statementMs: number): PostgresDialect {
  const adapter = offerReader(new PostgresAdapter(), { shared: preparedReader(pool) })
  return new LimitedPostgresDialect({ pool }, adapter, { statementMs, isPooled })
}

/**
 * For statements that may take up to `patientMs`: the same store and adapter on the same connections. Closing this
 * dialect does not close the shared connections.
 */
export function openPatientDialect(
  postgresPool: PostgresPool,
  { shared, statementMs, patientMs }: { shared: PostgresDialect; statementMs: number; patientMs: number },
): PostgresDialect {
  const config = { pool: patientPool(postgresPool, statementMs, patientMs) }
  const limits = { statementMs: patientMs, isPooled: postgresPool.isPooled }
  // Safe: `openPostgresDialect` created it with this kind of adapter.
  return new LimitedPostgresDialect(config, shared.createAdapter() as PostgresAdapter, limits)
}
