import { createHash } from 'node:crypto'

import { DatabaseError, type QueryConfig } from 'pg'

const names = new Map<string, string>()
/** How often a text got another name. */
const renamed = new Map<string, number>()
let isNamed = true

/**
 * A query of PostgreSQL under a name of its own, so that a connection parses and plans its text once. Only for texts of which
 * there are few: a connection keeps them for good. The name follows from the text, so that processes that share connections
 * through a pooler never mean different texts by one name.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  if (!isNamed) return { text, values: [...values] }
  const name = names.get(text) ?? nameOf(text)
  names.set(text, name)
  return { name, text, values: [...values] }
}

/** A query that somebody else named, as it may be sent. */
export const asPrepared = ({ name, ...query }: QueryConfig): QueryConfig =>
  isNamed && name !== undefined ? { name, ...query } : query

/**
 * From now on no statement has a name: a pooler (PgBouncer in transaction mode) hands the same connection to others between two
 * transactions, where the names of before are unknown, or taken.
 */
export const prepareNothing = (): void => {
  isNamed = false
}

function nameOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return `registers_${hash}_${renamed.get(text) ?? 0}`
}

const FEATURE_NOT_SUPPORTED = '0A000'
/** The statement of a name is not there, or there already. */
const MIXED_UP = new Set(['26000', '42P05'])

/**
 * Whether what failed was prepared before a newer process changed the table ("cached plan must not change result type"), or is
 * unknown to the connection that a pooler gave. From then on it has another name, or none, so asking again helps.
 */
export function isOutdated(text: string, error: unknown): boolean {
  if (isMixedUp(error)) return true
  const is = error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED
  if (is) {
    names.delete(text)
    renamed.set(text, (renamed.get(text) ?? 0) + 1)
  }
  return is
}

/** Whether a pooler mixed up names of statements. From then on none has a name. */
export function isMixedUp(error: unknown): boolean {
  const is = error instanceof DatabaseError && MIXED_UP.has(error.code ?? '')
  if (is) prepareNothing()
  return is
}
