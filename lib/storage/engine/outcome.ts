import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely'

/** How many rows a query would give. */
export async function countRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  // Sound: selected under this name. The compiler cannot tell while the tables are open.
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number }
  return count
}

/** Whether a query gives any row, or a statement returns one. */
export const givesRow = async (query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

type Statement = { executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult> }

/** How many rows a statement wrote. */
export async function countWritten(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  return Number(('numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows) ?? 0)
}

/** Whether a statement wrote its one row. */
export const wroteRow = async (statement: Statement): Promise<boolean> => (await countWritten(statement)) === 1
