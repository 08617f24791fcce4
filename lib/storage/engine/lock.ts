import type { SelectQueryBuilder } from 'kysely'

import type { Engine } from '../storage'

/** As `forNoKeyUpdate`. */
export function lockRow<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, engine: Engine) {
  return engine === 'postgres' ? query.forNoKeyUpdate() : query
}
