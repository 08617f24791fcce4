import { PostgresAdapter, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

import { observeStatements } from './observed-pool'
import { isOutdated, prepared } from './prepared'
import { offerReader } from './reader'

/** Asks outside of a transaction, by statements that each connection prepares once. Only for texts of which there are few. */
function preparedReader(pool: Pool) {
  return async (sql: string, values: readonly unknown[]): Promise<unknown[]> => {
    const ask = async () => (await pool.query<object>(prepared(sql, values))).rows
    try {
      return await ask()
    } catch (error) {
      if (isOutdated(sql, error)) return ask()
      throw error
    }
  }
}

class ReadingPostgresDialect extends PostgresDialect {
  readonly #adapter: PostgresAdapter

  constructor(pool: Pool) {
    super({ pool })
    this.#adapter = offerReader(new PostgresAdapter(), { shared: preparedReader(pool) })
  }

  override createAdapter(): PostgresAdapter {
    return this.#adapter
  }
}

export function openPostgresDialect(pool: Pool): PostgresDialect {
  observeStatements(pool)
  return new ReadingPostgresDialect(pool)
}
