export const DEFAULT_POOL_SIZE = 10
/** Of a statement that a call waits for. */
export const DEFAULT_STATEMENT_TIMEOUT_S = 8
/** Nobody waits for it but an operator or a job: migrations, copies of the whole store, commands. */
export const PATIENT_S = 3600
