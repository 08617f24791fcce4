import { type DialectAdapter, SqliteAdapter } from 'kysely'

import type { Db, Engine } from '../storage'

export type ReadRow = Readonly<Record<string, unknown>>

/** What an engine offers beside the query builder's way to the rows. What it lacks is read by the builder. */
export type StoreReader = {
  /** All rows of a query, outside of a transaction. */
  readonly all?: (sql: string, values: readonly unknown[]) => unknown[]
  /** The one row of a query that has at most one. `within` the transaction that is open: there is never more than one. */
  readonly first?: (sql: string, values: readonly unknown[], within: boolean) => ReadRow | undefined
  /** Asks outside of a transaction, where the round trip costs more than the rows: worth sharing by calls that come together. */
  readonly shared?: (sql: string, values: readonly unknown[]) => Promise<unknown[]>
  /** Whether texts of notices are found by an index that has to be asked by name. */
  readonly hasNamedTextIndex?: true
}

const readers = new WeakMap<DialectAdapter, StoreReader>()
const builderOnly: StoreReader = {}

/** A store is known by its adapter: its transactions have executors of their own, but that adapter. */
export function offerReader<A extends DialectAdapter>(adapter: A, reader: StoreReader): A {
  readers.set(adapter, reader)
  return adapter
}

export const readerOf = (db: Db): StoreReader => readers.get(db.getExecutor().adapter) ?? builderOnly

export const engineOf = (db: Db): Engine => (db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres')
