import type { Kysely } from 'kysely'

/** Kind, deadline for offers and estimated value of a notice. Existing notices do not get them. */
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
