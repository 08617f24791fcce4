import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely'

export async function countRows<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  // Safe: selected under this name. The compiler cannot infer it while the tables are generic.
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number }
  return count
}

/** Whether a query, or a statement with `returning`, returns a row. */
export const returnsRow = async (query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined

type Statement = { executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult> }

export async function countWritten(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  return Number(('numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows) ?? 0)
}

/** Whether a statement wrote exactly one row. */
export const wroteRow = async (statement: Statement): Promise<boolean> => (await countWritten(statement)) === 1
