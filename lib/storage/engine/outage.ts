import { DatabaseError } from 'pg'

/** Of the operating system, on the way to the server. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Of PostgreSQL: connection exceptions (class 08), shutting down, crashed, starting up, no connection free. */
const SQLSTATE = /^(?:08\w{3}|57P0[1-3]|53300)$/
/** Another process has held the only write lock for longer than its timeout; the disk is full, or fails. */
const SQLITE = /^SQLITE_(?:BUSY|FULL|IOERR)/
/** `pg` has no code for these. */
const MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the store cannot be reached at the moment, rather than that a statement is wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Every address of a name refused.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOutage)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SYSTEM.has(code) || SQLSTATE.test(code) || SQLITE.test(code) || MESSAGE.test(error.message)
}

/** Whether a statement failed in the store, rather than something else on the way. */
export const isOfStore = (error: unknown): boolean =>
  error instanceof DatabaseError || (error instanceof Error && error.name === 'SqliteError')
