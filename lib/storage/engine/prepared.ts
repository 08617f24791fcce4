import { DatabaseError, type QueryConfig } from 'pg'

const names = new Map<string, string>()
let made = 0

/**
 * A query of PostgreSQL under a name of its own, so that a connection parses and plans its text once. Only for texts of which
 * there are few: a connection keeps them for good.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = names.get(text) ?? `prepared_${made++}`
  names.set(text, name)
  return { name, text, values: [...values] }
}

const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * Whether what failed was prepared before a newer process changed the table ("cached plan must not change result type").
 * From then on it has another name, so asking again helps.
 */
export function isOutdated(text: string, error: unknown): boolean {
  const is = error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED
  if (is) names.delete(text)
  return is
}
