import type { QueryConfig } from 'pg'

const names = new Map<string, string>()

/**
 * A query of PostgreSQL under a name of its own, so that a connection parses and plans its text once. Only for texts of which
 * there are few: a connection keeps them for good.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = names.get(text) ?? `prepared_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}
