import type { SelectQueryBuilder } from 'kysely'

import type { Engine } from '../storage'

/**
 * Locks the rows a transaction decides on. SQLite needs nothing: its transactions begin with the write lock, while
 * PostgreSQL's read committed would let two of them decide on the same counter. `no key`: rows that only refer to a locked
 * one (a charge to its account) need not wait, so locks taken in another order by them cannot meet.
 */
export function lockRow<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, engine: Engine) {
  return engine === 'postgres' ? query.forNoKeyUpdate() : query
}
