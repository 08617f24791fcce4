import type { Selectable, TableMetadata } from 'kysely'

import type { Db } from '@/lib/storage/storage'
import type { Database } from '@/lib/storage/tables'

export type Row<T extends keyof Database> = Selectable<Database[T]>
/** Makes a whole row from the columns that a test is about. */
export type RowMaker = <T extends keyof Database>(table: T, values: Partial<Row<T>>) => Row<T>

const IS_NUMBER = /int|real|double|numeric/i

/**
 * Fills in what a test does not say: null where the schema allows it, otherwise 0 or an empty text. Numbers that the database gives are
 * left out.
 */
export async function rowMaker(db: Db): Promise<RowMaker> {
  const tables = new Map<string, TableMetadata>()
  for (const table of await db.introspection.getTables()) tables.set(table.name, table)
  return (table, values) => {
    const columns = tables.get(table)?.columns
    if (!columns) throw new Error(`There is no table ${table}`)
    const unsaid = columns
      .filter(({ isAutoIncrementing }) => !isAutoIncrementing)
      .map(({ name, isNullable, dataType }) => [name, isNullable ? null : IS_NUMBER.test(dataType) ? 0 : ''])
    const unknown = Object.keys(values).filter((name) => columns.every((column) => column.name !== name))
    if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`)
    // Sound: the columns are those of the table.
    return { ...Object.fromEntries(unsaid), ...values } as Row<typeof table>
  }
}
