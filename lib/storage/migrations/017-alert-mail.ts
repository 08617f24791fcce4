import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

const firing = ['id', 'account_id', 'alert_id', 'period_start', 'measure', 'basis', 'at', 'figures', 'threshold']

/**
 * A threshold in percent of the cap is reported once per cap, so a firing references its change of the cap; and a mail
 * references its alert, so that the recipient can end it.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await db.schema.alterTable('mails').addColumn('alert_id', 'text').execute()
  await sql`update mails set alert_id = (select f.alert_id from alert_firings f where f.id = mails.firing_id)`.execute(
    db,
  )
  // SQLite cannot change a unique constraint, so the table is recreated.
  await sql`create table alert_firings_before as select * from alert_firings`.execute(db)
  await db.schema.dropTable('alert_firings').execute()
  await createTable(schema, 'alert_firings', {
    id: 'id',
    text: ['account_id', 'alert_id', 'period_start', 'measure', 'basis', 'at', 'figures'],
    counter: ['threshold', 'cap_number'],
    unique: { once: ['alert_id', 'period_start', 'measure', 'basis', 'threshold', 'cap_number'] },
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'alert_firings', { by_time: ['account_id', 'at'] })
  const columns = sql.join(firing.map((column) => sql.ref(column)))
  await sql`
    insert into alert_firings (${columns}, cap_number)
    select ${columns}, case when b.basis = 'cap' then coalesce((
      select max(c.number) from cap_changes c where c.account_id = b.account_id and c.at <= b.at), 0) else 0 end
    from alert_firings_before b`.execute(db)
  await db.schema.dropTable('alert_firings_before').execute()
}
