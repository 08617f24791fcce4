import { type Kysely, type RawBuilder, sql } from 'kysely'

import { foldEvents } from '@/lib/domain/events/fold-events'

import type { Engine } from '../storage'
import { createIndexes } from './schema'

type Row = {
  id: number
  source: string
  announcement_id: string
  subject_name: string | null
  identifier_type: string
  identifier_value: string
}

/** Each event of the copy references the first event of its announcement and subject, which may be itself. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('panel_events')
    .addColumn('lead_id', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update panel_events set lead_id = id`.execute(db)
  await createIndexes({ db, engine }, 'panel_events', {
    by_announcement: ['account_id', 'announcement_id', 'id'],
    by_lead: ['account_id', 'lead_id', 'id'],
  })
  await foldKept(db)
}

type UsersOf = (account: string) => RawBuilder<unknown>
const usersOf: UsersOf = (account) => sql`select id from users where account_id = ${account}`

/** Folds existing events and the users' marks. `of`: where users are in the schema. */
export async function foldKept(db: Kysely<unknown>, of: UsersOf = usersOf): Promise<void> {
  const { rows: accounts } = await sql<{ account_id: string }>`select distinct account_id from panel_events`.execute(db)
  for (const { account_id: account } of accounts) await foldAccount(db, account, of)
}

async function foldAccount(db: Kysely<unknown>, account: string, of: UsersOf): Promise<void> {
  const { rows } = await sql<Row>`
    select id, source, announcement_id, subject_name, identifier_type, identifier_value
    from panel_events where account_id = ${account} and announcement_id in
      (select announcement_id from panel_events where account_id = ${account} group by announcement_id having count(*) > 1)
    order by id`.execute(db)
  for (const [lead, ...others] of foldEvents(rows)) {
    for (const { id } of others) {
      await sql`update panel_events set lead_id = ${lead.id} where account_id = ${account} and id = ${id}`.execute(db)
      // The read state of an event becomes that of the first one.
      await sql`
        delete from event_marks where event_id = ${id}
        and user_id in (${of(account)})`.execute(db)
    }
  }
}
