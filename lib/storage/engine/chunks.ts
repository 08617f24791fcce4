/** Values of one `in (…)` list: SQLite takes 32 766 parameters, PostgreSQL 65 535. */
export const LOOKUP_CHUNK = 5_000
/** Rows of one insert of up to twenty columns. */
export const INSERT_CHUNK = 500
