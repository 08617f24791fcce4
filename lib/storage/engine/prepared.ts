import { createHash } from 'node:crypto'

import { DatabaseError, type QueryConfig } from 'pg'

const names = new Map<string, string>()
/** Number of times that a text was renamed. */
const renameCounts = new Map<string, number>()
let isNamed = true

/**
 * A named query of PostgreSQL, so that a connection parses and plans its text once. Use it only for a small number of
 * distinct texts, because a connection never releases them. The name is derived from the text, so that processes that
 * share connections through a pooler never use one name for different texts.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  if (!isNamed) return { text, values: [...values] }
  const name = names.get(text) ?? nameOf(text)
  names.set(text, name)
  return { name, text, values: [...values] }
}

/** Adapts a query that a library has named, so that it respects `prepareNothing`. */
export const asPrepared = ({ name, ...query }: QueryConfig): QueryConfig =>
  isNamed && name !== undefined ? { name, ...query } : query

/**
 * Turns names off for all statements: a pooler (PgBouncer in transaction mode) gives the same connection to other
 * clients between transactions, where existing names are unknown or taken.
 */
export const disableStatementNames = (): void => {
  isNamed = false
}

function nameOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return `registers_${hash}_${renameCounts.get(text) ?? 0}`
}

const FEATURE_NOT_SUPPORTED = '0A000'
/** A statement of that name does not exist, or already exists. */
const MIXED_UP = new Set(['26000', '42P05'])

/**
 * Whether a prepared statement is outdated because a newer process changed the table ("cached plan must not change
 * result type"), or is unknown to the connection from a pooler. Afterwards it has a new name, or none, so a retry
 * succeeds.
 */
export function isOutdated(text: string, error: unknown): boolean {
  if (isMixedUp(error)) return true
  const hasChangedResult = error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED
  if (hasChangedResult) {
    names.delete(text)
    renameCounts.set(text, (renameCounts.get(text) ?? 0) + 1)
  }
  return hasChangedResult
}

/** Whether a pooler mixed up statement names. Afterwards no statement has a name. */
export function isMixedUp(error: unknown): boolean {
  const isMixed = error instanceof DatabaseError && MIXED_UP.has(error.code ?? '')
  if (isMixed) disableStatementNames()
  return isMixed
}
