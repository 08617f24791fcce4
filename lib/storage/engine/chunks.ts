/** Values per `in (…)` list: SQLite allows 32 766 parameters, PostgreSQL 65 535. */
export const LOOKUP_CHUNK = 5_000
/** Rows per insert with up to twenty columns. */
export const INSERT_CHUNK = 500
