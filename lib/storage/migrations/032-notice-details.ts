import type { Kysely } from 'kysely'

/** What a notice says of its kind, its deadline for offers and its estimated value. Notices from before say no more than they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (name: string) => db.schema.alterTable('bzp_notices').addColumn(name, 'text')
  await db.schema
    .alterTable('bzp_notices')
    .addColumn('notice_type', 'text', (column) => column.notNull().defaultTo('ContractNotice'))
    .execute()
  await add('offers_until').execute()
  await add('url').execute()
  await db.schema.alterTable('bzp_notices').addColumn('estimated_value_pln', 'bigint').execute()
}
