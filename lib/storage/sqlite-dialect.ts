import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
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

/**
 * Reads at once, on a connection that only reads: what is committed, without waiting for a transaction that is open on the
 * other one, and without the dozen promises of a pooled connection. SQLite reads in microseconds and never waits.
 */
export class ReadingSqliteAdapter extends SqliteAdapter {
  readonly #reader: SqliteDatabase

  constructor(reader: SqliteDatabase) {
    super()
    this.#reader = reader
  }

  read(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#reader.prepare(sql).all(parameters)
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #reader: SqliteDatabase

  constructor(config: SqliteDialectConfig, reader: SqliteDatabase) {
    super(config)
    this.#config = config
    this.#reader = reader
  }

  override createAdapter(): SqliteAdapter {
    return new ReadingSqliteAdapter(this.#reader)
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

/** WAL with synchronous=FULL: an acknowledged write survives a crash of the process and of the machine. */
export function openSqliteDialect(file: string): SqliteDialect {
  const writer = connect(file, ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000'])
  const reader = connect(file, ['query_only = ON', 'cache_size = -4000'])
  const close = () => {
    reader.close()
    writer.close()
  }
  return new ImmediateSqliteDialect({ database: { ...writer, close } }, reader)
}

function connect(file: string, pragmas: readonly string[]): SqliteDatabase {
  const database = new Libsql(file)
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', ...pragmas]) database.pragma(pragma)
  return withKeptStatements(database)
}
