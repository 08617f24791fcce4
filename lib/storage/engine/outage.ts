import { DatabaseError } from 'pg'

/** Errors of the operating system: the network to the server, or the disk of the store or of reports. */
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
/** Deadlock or serialization failure: the losing transaction can be retried. */
const LOST = /^40(?:001|P01)$/
/**
 * PostgreSQL error codes: connection exceptions (class 08), read-only after a failover, a transaction left idle or lost
 * to another one, exhausted resources (class 53: connections, disk, memory), lock or statement timeouts, shutdown,
 * crash, startup, disk errors (class 58), and statement names mixed up by a connection pooler.
 */
const SQLSTATE = /^(?:08\w{3}|25006|25P03|26000|40001|40P01|42P05|53\w{3}|55P03|57P0[1-5]|57014|58\w{3})$/
/**
 * Another process held the only write lock longer than the timeout; the disk is full, broken or read-only; or the file
 * cannot be opened any more.
 */
const SQLITE = /^SQLITE_(?:BUSY|FULL|IOERR|READONLY|CANTOPEN|LOCKED|PROTOCOL)/
/** `pg` has no error codes for these. */
const MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|ConnectionFailed\(|Client has encountered a connection error|Client was closed)/

const outages = new WeakSet<Error>()

/**
 * Marks any error that prevents a connection (an invalid certificate, a changed password) as an outage, and returns it.
 */
export function markOutage<E extends Error>(error: E): E {
  outages.add(error)
  return error
}

/** Whether an error means that the store is temporarily unavailable, as opposed to a wrong statement. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Every address of the host name failed.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOutage)
  const code = codeOf(error)
  return (
    outages.has(error) || SYSTEM.has(code) || SQLSTATE.test(code) || SQLITE.test(code) || MESSAGE.test(error.message)
  )
}

/** Whether a transaction lost to another one and can be retried from the beginning. */
export const isLost = (error: unknown): boolean => error instanceof DatabaseError && LOST.test(codeOf(error))

/** Whether PostgreSQL refuses writes: the connection is to a server that is not the primary, or no longer is. */
export const isReadOnly = (error: unknown): boolean => error instanceof Error && codeOf(error) === READ_ONLY

/** Ignores the failure of an optional write if the store is read-only at the moment. */
export function unlessReadOnly(error: unknown): void {
  const isIgnored = isReadOnly(error) || (error instanceof Error && /^SQLITE_(?:READONLY|FULL)/.test(codeOf(error)))
  if (!isIgnored) throw error
}

/** Whether the store itself rejected a statement, as opposed to an error elsewhere. */
export const isOfStore = (error: unknown): boolean =>
  error instanceof DatabaseError || (error instanceof Error && error.name === 'SqliteError')

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Messages of all attempts, because an AggregateError has no useful message. */
export const outageMessage = (error: unknown): string =>
  error instanceof AggregateError
    ? [...new Set(error.errors.map(outageMessage))].join('; ')
    : error instanceof Error
      ? error.message || codeOf(error) || error.name
      : String(error)
