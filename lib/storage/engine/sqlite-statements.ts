import type { SqliteDatabase, SqliteStatement } from 'kysely'
import type Libsql from 'libsql'
import LibsqlAsync from 'libsql/promise'

import { type StatementObserver, statementObserver } from '@/lib/telemetry/statements'

/** Far more than there are in the code, because each length of a list of ids makes another statement. */
const MAX_STATEMENTS = 400

type CachedStatement = SqliteStatement & {
  /** The row of a query that has at most one: half the cost of `all`, which creates an iterator and objects. */
  first(parameters: readonly unknown[]): Record<string, unknown> | undefined
}
export type CachingDatabase = Omit<SqliteDatabase, 'prepare'> & {
  prepare(sql: string): CachedStatement
  /** Commits the open transaction in a separate thread, which waits for the disk. */
  commit(): Promise<void>
  isInTransaction(): boolean
}

/**
 * Preparing a statement costs libsql more than running most of ours (73 µs against 29 µs for a row by key), so prepared
 * statements are cached. A connection runs one statement at a time to its end, so a cached one is never in use twice.
 */
export function withStatementCache(database: Libsql.Database): CachingDatabase {
  const statementCache = new Map<string, CachedStatement>()
  const observe = statementObserver('sqlite')
  return {
    commit: async () => {
      const end = observe?.('commit')
      await LibsqlAsync.prototype.exec.call(database, 'commit')
      end?.()
    },
    isInTransaction: () => database.inTransaction,
    close: () => {
      statementCache.clear()
      database.close()
    },
    prepare: (sql) => {
      const cachedStatement = statementCache.get(sql)
      if (cachedStatement) return cachedStatement
      if (statementCache.size >= MAX_STATEMENTS) statementCache.clear()
      const plain = statementOf(database, sql)
      const statement = observe ? observedStatement(observe, sql, plain) : plain
      statementCache.set(sql, statement)
      return statement
    },
  }
}

function statementOf(database: Libsql.Database, sql: string): CachedStatement {
  const statement = database.prepare(sql)
  let first: CachedStatement['first'] | undefined
  return {
    first: (parameters) => (first ??= firstOf(database, sql))(parameters),
    reader: statement.reader,
    all: (parameters) => statement.all([...parameters]),
    run: (parameters) => toRunResult(statement.run([...parameters])),
    // A stream may be abandoned, which would leave a cached statement open, so each stream prepares its own.
    iterate: (parameters) => database.prepare(sql).iterate([...parameters]),
  }
}

function observedStatement(observe: StatementObserver, sql: string, statement: CachedStatement): CachedStatement {
  const timed =
    <P, R>(run: (parameters: P) => R) =>
    (parameters: P): R => {
      const end = observe(sql)
      try {
        const result = run(parameters)
        end()
        return result
      } catch (error) {
        end(error)
        throw error
      }
    }
  return {
    ...statement,
    first: timed((parameters: readonly unknown[]) => statement.first(parameters)),
    all: timed((parameters: readonly unknown[]) => statement.all(parameters)),
    run: timed((parameters: readonly unknown[]) => statement.run(parameters)),
  }
}

/** Reads rows as arrays and builds the objects here; the names of columns are read once per statement. */
function firstOf(database: Libsql.Database, sql: string): CachedStatement['first'] {
  const statement = database.prepare(sql).raw()
  const names = statement.columns().map(({ name }) => name)
  return (parameters) => {
    // Safe: a raw statement returns a row as the array of its values.
    const values = statement.get([...parameters]) as readonly unknown[] | undefined
    if (!values) return undefined
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  }
}

const toRunResult = ({ changes, lastInsertRowid }: Libsql.RunResult) => ({ changes, lastInsertRowid })
