import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

import type { Database } from './tables'

export type Db = Kysely<Database>

export type Engine = 'sqlite' | 'postgres'

/** The store: one query builder for both engines. `location` contains no secrets. */
export type Storage = {
  readonly db: Db
  /** For statements that may take minutes and that no call waits for; on PostgreSQL `db` aborts them after seconds. */
  readonly patientDb: Db
  readonly engine: Engine
  readonly location: string
  /** One line per connection setting that works but that the operator should know about. */
  readonly warnings: readonly string[]
  /** Connections of PostgreSQL, for libraries with their own statements; null on SQLite. */
  readonly pool: Pool | null
  /** Reads from one snapshot of committed data, for any duration and without blocking writers. It is read-only. */
  readSnapshot<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** Resolves once the primary is known, which must be searched among several hosts of PostgreSQL. */
  settle(): Promise<void>
  close(): Promise<void>
}
