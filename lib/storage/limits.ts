export const DEFAULT_POOL_SIZE = 10
/** Timeout of a statement that a call waits for. */
export const DEFAULT_STATEMENT_TIMEOUT_S = 8
/** Timeout for migrations, copies of the whole store and commands, for which only an operator or a job waits. */
export const LONG_STATEMENT_TIMEOUT_S = 3600
