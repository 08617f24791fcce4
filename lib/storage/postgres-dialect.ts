import { PostgresAdapter, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import { isOutdated, prepared } from './prepared'

/** Asks outside of a transaction, by statements that each connection prepares once. */
export class PreparingPostgresAdapter extends PostgresAdapter {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super()
    this.#pool = pool
  }

  /** Only for texts of which there are few. */
  async read(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const ask = async () => (await this.#pool.query<object>(prepared(sql, parameters))).rows
    try {
      return await ask()
    } catch (error) {
      if (isOutdated(sql, error)) return ask()
      throw error
    }
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
