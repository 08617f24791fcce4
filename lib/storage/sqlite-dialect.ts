import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import Libsql from 'libsql'

import { withKeptStatements } from './sqlite-statements'

/**
 * Transactions begin with `immediate`: a writer that starts as a reader cannot be upgraded once another process has
 * written (SQLITE_BUSY at once, whatever the timeout), and the operator's CLI writes beside a running server.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

/** WAL with synchronous=FULL: an acknowledged write survives a crash of the process and of the machine. */
export function openSqliteDialect(file: string): SqliteDialect {
  const database = new Libsql(file)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
    'cache_size = -16000',
    'temp_store = MEMORY',
  ]) {
    database.pragma(pragma)
  }
  return new ImmediateSqliteDialect({ database: withKeptStatements(database) })
}
