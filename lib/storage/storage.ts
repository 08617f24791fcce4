import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

import type { Database } from './tables'

/** The store, or a transaction of it. */
export type Db = Kysely<Database>

export type Engine = 'sqlite' | 'postgres'

/** The store: one query builder over either engine. `location` says where without any secret. */
export type Storage = {
  readonly db: Db
  /** The same for statements that may take minutes and that no call waits for: on PostgreSQL `db` gives them up after seconds. */
  readonly patientDb: Db
  readonly engine: Engine
  readonly location: string
  /** One line for each thing about the way there that works and that an operator should know. */
  readonly warnings: readonly string[]
  /** PostgreSQL's connections, for what brings statements of its own; null on SQLite. */
  readonly pool: Pool | null
  /** Reads what is committed at one instant, however long it takes, and keeps nobody from writing. Nothing can be written in it. */
  readSnapshot<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** Resolves once it is known where writes go, which several hosts of PostgreSQL do not say by themselves. */
  settle(): Promise<void>
  close(): Promise<void>
}
