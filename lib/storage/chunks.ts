/** Parts of a list small enough for one statement: SQLite takes 32 766 parameters, PostgreSQL 65 535. */
export function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < list.length; start += size) chunks.push(list.slice(start, start + size))
  return chunks
}

/** Values of one `in (…)` list. */
export const LOOKUP_CHUNK = 5_000
/** Rows of one insert of up to twenty columns. */
export const INSERT_CHUNK = 500
