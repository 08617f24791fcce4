import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryCompiler,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'
import Libsql from 'libsql'

import { offerReader, type ReadRow } from './reader'
import { type CachingDatabase, withStatementCache } from './sqlite-statements'

/**
 * Transactions begin with `immediate`: one that starts by reading cannot be upgraded after another process has written
 * (SQLITE_BUSY immediately, whatever the timeout), and the operator's command line writes while a server runs.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #writer: CachingDatabase

  constructor(config: SqliteDialectConfig, writer: CachingDatabase) {
    super(config)
    this.#writer = writer
  }

  override async commitTransaction(): Promise<void> {
    await this.#writer.commit()
  }

  /** SQLite has already rolled back if the disk is full; the original error is reported. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#writer.isInTransaction()) await super.rollbackTransaction(connection)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/**
 * Omits row locks: SQLite transactions begin with the only lock there is. On PostgreSQL they are needed, because read
 * committed would let two transactions decide on the same counter. Always use `forNoKeyUpdate`: rows that only
 * reference a locked one (a charge and its account) then need not wait, so their locks cannot deadlock with it.
 */
class LocklessSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

/**
 * Reads synchronously, without the dozen promises of a pooled connection, because SQLite reads in microseconds and
 * never waits. Outside a transaction it uses a read-only connection, which sees committed data whatever is open on the
 * other one.
 */
class SqliteReader {
  readonly hasNamedTextIndex = true
  readonly #reader: CachingDatabase
  readonly #writer: CachingDatabase
  /** Keyed by statement and values. */
  readonly #rowsOfTurn = new Map<string, Map<unknown, ReadRow | undefined>>()

  constructor(reader: CachingDatabase, writer: CachingDatabase) {
    this.#reader = reader
    this.#writer = writer
  }

  readonly first = (sql: string, values: readonly unknown[], isInTransaction: boolean): ReadRow | undefined =>
    isInTransaction ? this.#writer.prepare(sql).first(values) : this.#firstOfTurn(sql, values)

  readonly all = (sql: string, values: readonly unknown[]): unknown[] => this.#reader.prepare(sql).all(values)

  /** Called before a write of this process. */
  forget(): void {
    this.#rowsOfTurn.clear()
  }

  /**
   * Simultaneous calls of one account read the same key and account. All calls of one iteration of the event loop were
   * sent before it began, so a row read in that iteration is recent enough for each of them.
   */
  #firstOfTurn(sql: string, values: readonly unknown[]): ReadRow | undefined {
    const [first, ...more] = values
    const key = more.length === 0 ? first : JSON.stringify(values)
    const rows = this.#rowsOfTurn.get(sql) ?? new Map<unknown, ReadRow | undefined>()
    if (rows.has(key)) return rows.get(key)
    const row = this.#reader.prepare(sql).first(values)
    if (this.#rowsOfTurn.size === 0) setImmediate(() => this.#rowsOfTurn.clear())
    this.#rowsOfTurn.set(sql, rows)
    rows.set(key, row && Object.freeze(row))
    return row
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #adapter: SqliteAdapter
  readonly #writer: CachingDatabase

  constructor(config: SqliteDialectConfig, adapter: SqliteAdapter, writer: CachingDatabase) {
    super(config)
    this.#config = config
    this.#adapter = adapter
    this.#writer = writer
  }

  override createAdapter(): SqliteAdapter {
    return this.#adapter
  }

  override createQueryCompiler(): QueryCompiler {
    return new LocklessSqliteCompiler()
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config, this.#writer)
  }
}

const READER_PRAGMAS = ['query_only = ON', 'cache_size = -4000']
/**
 * Page cache in kB in the process; other pages come from the cache of the operating system, which does not count as
 * memory of the process.
 */
const WRITER_PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -8000',
  // Deleted data (such as personal numbers) are overwritten when their page is written anyway.
  'secure_delete = FAST',
]

/** WAL with synchronous=FULL: an acknowledged write survives a crash of the process and of the machine. */
export function openSqliteDialect(file: string): SqliteDialect {
  const writer = connect(file, WRITER_PRAGMAS)
  const reader = connect(file, READER_PRAGMAS)
  const close = () => {
    reader.close()
    writer.close()
  }
  const rows = new SqliteReader(reader, writer)
  const adapter = offerReader(new SqliteAdapter(), rows)
  const prepare = (sql: string) => {
    rows.forget()
    return writer.prepare(sql)
  }
  return new ImmediateSqliteDialect({ database: { prepare, close } }, adapter, writer)
}

/** A separate connection for one deferred transaction: WAL gives it a snapshot, and it takes no write lock. */
export const openSqliteReader = (file: string): SqliteDialect =>
  new SqliteDialect({ database: connect(file, READER_PRAGMAS) })

function connect(file: string, pragmas: readonly string[]): CachingDatabase {
  const database = new Libsql(file)
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', ...pragmas]) database.pragma(pragma)
  return withStatementCache(database)
}
