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
import { type KeptDatabase, withKeptStatements } from './sqlite-statements'

/**
 * Transactions begin with `immediate`: a writer that starts as a reader cannot be upgraded once another process has
 * written (SQLITE_BUSY at once, whatever the timeout), and the operator's CLI writes beside a running server.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #writer: KeptDatabase

  constructor(config: SqliteDialectConfig, writer: KeptDatabase) {
    super(config)
    this.#writer = writer
  }

  override async commitTransaction(): Promise<void> {
    await this.#writer.commit()
  }

  /** SQLite rolls back by itself where the disk is full; what went wrong is the error that is told then. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#writer.isInTransaction()) await super.rollbackTransaction(connection)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/**
 * Leaves out the locks of the rows that a transaction decides on: here it begins with the only lock there is, while PostgreSQL's read
 * committed would let two decide on the same counter. Everywhere `forNoKeyUpdate`: rows that only refer to a locked one (a charge to its
 * account) need not wait, so locks taken in another order by them cannot meet.
 */
class LocklessSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

/**
 * Reads at once, without the dozen promises of a pooled connection: SQLite reads in microseconds and never waits. Outside of
 * a transaction on a connection that only reads: what is committed, whatever is open on the other one.
 */
class SqliteReader {
  readonly hasNamedTextIndex = true
  readonly #reader: KeptDatabase
  readonly #writer: KeptDatabase
  /** By statement and its values. */
  readonly #thisTurn = new Map<string, Map<unknown, ReadRow | undefined>>()

  constructor(reader: KeptDatabase, writer: KeptDatabase) {
    this.#reader = reader
    this.#writer = writer
  }

  readonly first = (sql: string, values: readonly unknown[], within: boolean): ReadRow | undefined =>
    within ? this.#writer.prepare(sql).first(values) : this.#firstOfTurn(sql, values)

  readonly all = (sql: string, values: readonly unknown[]): unknown[] => this.#reader.prepare(sql).all(values)

  /** Something is being written here. */
  forget(): void {
    this.#thisTurn.clear()
  }

  /**
   * Calls of one account come together, and ask for the same key and account. What one turn of the event loop hands out was
   * sent before the turn began, so a row that was read in it is as new as each of its calls can ask for.
   */
  #firstOfTurn(sql: string, values: readonly unknown[]): ReadRow | undefined {
    const [first, ...more] = values
    const key = more.length === 0 ? first : JSON.stringify(values)
    const rows = this.#thisTurn.get(sql) ?? new Map<unknown, ReadRow | undefined>()
    if (rows.has(key)) return rows.get(key)
    const row = this.#reader.prepare(sql).first(values)
    if (this.#thisTurn.size === 0) setImmediate(() => this.#thisTurn.clear())
    this.#thisTurn.set(sql, rows)
    rows.set(key, row && Object.freeze(row))
    return row
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #adapter: SqliteAdapter
  readonly #writer: KeptDatabase

  constructor(config: SqliteDialectConfig, adapter: SqliteAdapter, writer: KeptDatabase) {
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

const READING = ['query_only = ON', 'cache_size = -4000']
/** Pages in kB, in the process; all others come from the system's cache, which is no memory of the process. */
const WRITING = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -8000',
  // What is deleted (a number of a person) is wiped wherever its page is written anyway.
  'secure_delete = FAST',
]

/** WAL with synchronous=FULL: an acknowledged write survives a crash of the process and of the machine. */
export function openSqliteDialect(file: string): SqliteDialect {
  const writer = connect(file, WRITING)
  const reader = connect(file, READING)
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

/** A connection of its own for one transaction, which begins deferred: WAL shows it one state, and it takes no lock to write. */
export const openSqliteReader = (file: string): SqliteDialect => new SqliteDialect({ database: connect(file, READING) })

function connect(file: string, pragmas: readonly string[]): KeptDatabase {
  const database = new Libsql(file)
  for (const pragma of ['busy_timeout = 5000', 'temp_store = MEMORY', ...pragmas]) database.pragma(pragma)
  return withKeptStatements(database)
}
