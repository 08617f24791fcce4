import { DatabaseError } from 'pg'

/** Of the operating system, on the way to the server, or of the disk that the store or a report is written to. */
const SYSTEM = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
])
const READ_ONLY = '25006'
/** Two transactions waited for each other, or changed the same row: the one that lost can begin again. */
const LOST = /^40(?:001|P01)$/
/**
 * Of PostgreSQL: connection exceptions (class 08), read-only after a failover, a transaction that was left open or lost to another
 * one, a resource that is used up (class 53: connections, disk, memory), a lock or a statement that took too long, shutting down,
 * crashed, starting up, an error of its disk (class 58), and names of statements that a connection pooler mixed up.
 */
const SQLSTATE = /^(?:08\w{3}|25006|25P03|26000|40001|40P01|42P05|53\w{3}|55P03|57P0[1-5]|57014|58\w{3})$/
/**
 * Another process has held the only write lock for longer than its timeout; the disk is full, fails or has become read-only; the
 * file cannot be opened any more.
 */
const SQLITE = /^SQLITE_(?:BUSY|FULL|IOERR|READONLY|CANTOPEN|LOCKED|PROTOCOL)/
/** `pg` has no code for these. */
const MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|ConnectionFailed\(|Client has encountered a connection error|Client was closed)/

const marked = new WeakSet<Error>()

/** Whatever keeps a connection from being made (a certificate, a password that was changed) is an outage. Gives the error back. */
export function markOutage<E extends Error>(error: E): E {
  marked.add(error)
  return error
}

/** Whether an error says that the store cannot be used at the moment, rather than that a statement is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Every address of a name refused.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOutage)
  const code = codeOf(error)
  return (
    marked.has(error) || SYSTEM.has(code) || SQLSTATE.test(code) || SQLITE.test(code) || MESSAGE.test(error.message)
  )
}

/** Whether a transaction lost to another one, so that the same transaction can be run again from its beginning. */
export const isLost = (error: unknown): boolean => error instanceof DatabaseError && LOST.test(codeOf(error))

/** Whether PostgreSQL takes no writes: this connection leads to a server that is not, or no longer, the one that is written to. */
export const isReadOnly = (error: unknown): boolean => error instanceof Error && codeOf(error) === READ_ONLY

/** Catches the failure of a write that a reader can do without, where the store takes none at the moment. */
export function unlessReadOnly(error: unknown): void {
  const isOf = isReadOnly(error) || (error instanceof Error && /^SQLITE_(?:READONLY|FULL)/.test(codeOf(error)))
  if (!isOf) throw error
}

/** Whether a statement failed in the store, rather than something else on the way. */
export const isOfStore = (error: unknown): boolean =>
  error instanceof DatabaseError || (error instanceof Error && error.name === 'SqliteError')

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** What each of several attempts said; an AggregateError itself says nothing. */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? [...new Set(error.errors.map(reasonOf))].join('; ')
    : error instanceof Error
      ? error.message || codeOf(error) || error.name
      : String(error)
