import type { Selectable, TableMetadata } from 'kysely'

import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

export type Row<T extends keyof Database> = Selectable<Database[T]>
/** Makes a complete row from the columns that matter to a test. */
export type RowMaker = <T extends keyof Database>(table: T, values: Partial<Row<T>>) => Row<T>

const IS_NUMBER = /int|real|double|numeric/i

/**
 * Fills in the columns that a test leaves out: null where the schema allows it, otherwise 0 or an empty text. Numbers
 * that the database assigns are omitted.
 */
export async function rowMaker(db: Db): Promise<RowMaker> {
  const tables = new Map<string, TableMetadata>()
  for (const table of await db.introspection.getTables()) tables.set(table.name, table)
  return (table, values) => {
    const columns = tables.get(table)?.columns
    if (!columns) throw new Error(`There is no table ${table}`)
    const defaults = columns
      .filter(({ isAutoIncrementing }) => !isAutoIncrementing)
      .map(({ name, isNullable, dataType }) => [name, isNullable ? null : IS_NUMBER.test(dataType) ? 0 : ''])
    const unknown = Object.keys(values).filter((name) => columns.every((column) => column.name !== name))
    if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
    // Safe: the columns are those of the table.
    return { ...Object.fromEntries(defaults), ...values } as Row<typeof table>
  }
}
