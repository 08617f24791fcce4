import { type DialectAdapter, SqliteAdapter } from 'kysely'

import type { Db, Engine } from '../storage'

export type ReadRow = Readonly<Record<string, unknown>>

/** Faster ways to read rows that an engine offers in addition to the query builder, which is used if one is absent. */
export type StoreReader = {
  /** All rows of a query, outside a transaction. */
  readonly all?: (sql: string, values: readonly unknown[]) => unknown[]
  /** The row of a query that has at most one. `isInTransaction`: a transaction is open. */
  readonly first?: (sql: string, values: readonly unknown[], isInTransaction: boolean) => ReadRow | undefined
  /** Reads outside a transaction. The round trip costs more than the rows, so concurrent calls should share it. */
  readonly shared?: (sql: string, values: readonly unknown[]) => Promise<unknown[]>
  /** Whether texts of notices are searched by an index that queries must name. */
  readonly hasNamedTextIndex?: true
}

const readers = new WeakMap<DialectAdapter, StoreReader>()
const builderOnly: StoreReader = {}

/** Registers the reader by the store's adapter, which its transactions share although they have separate executors. */
export function offerReader<A extends DialectAdapter>(adapter: A, reader: StoreReader): A {
  readers.set(adapter, reader)
  return adapter
}

export const readerOf = (db: Db): StoreReader => readers.get(db.getExecutor().adapter) ?? builderOnly

export const engineOf = (db: Db): Engine => (db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres')
