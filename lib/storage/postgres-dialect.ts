import { PostgresAdapter, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import { prepared } from './prepared'

/** Asks outside of a transaction, by statements that each connection prepares once. */
export class PreparingPostgresAdapter extends PostgresAdapter {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super()
    this.#pool = pool
  }

  /** Only for texts of which there are few. */
  async read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return (await this.#pool.query<object>(prepared(sql, parameters))).rows
  }
}

class PreparingPostgresDialect extends PostgresDialect {
  readonly #adapter: PostgresAdapter

  constructor(pool: Pool) {
    super({ pool })
    this.#adapter = new PreparingPostgresAdapter(pool)
  }

  override createAdapter(): PostgresAdapter {
    return this.#adapter
  }
}

export const openPostgresDialect = (pool: Pool): PostgresDialect => new PreparingPostgresDialect(pool)
