import { sql } from 'kysely'

import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'

/** Deletes events older than an instant, with the marks on them. How many there were. */
export async function deleteEventsBefore(db: AccountTx, accountId: string, before: string): Promise<number> {
  const old = db
    .selectFrom('panel_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_at', '<', before)
  await db.deleteFrom('event_marks').where('account_id', '=', accountId).where('event_id', 'in', old).execute()
  const { numDeletedRows } = await db
    .deleteFrom('panel_events')
    .where('account_id', '=', accountId)
    .where('created_at', '<', before)
    .executeTakeFirst()
  if (numDeletedRows > 0) await leadAnew(db, accountId)
  return Number(numDeletedRows)
}

/** The first event of an announcement is gone: the first of those that are left stands for it. */
const leadAnew = (db: Db, accountId: string) =>
  sql`
    update panel_events set lead_id = (
      select min(other.id) from panel_events as other
      where other.account_id = panel_events.account_id and other.lead_id = panel_events.lead_id
    )
    where account_id = ${accountId} and not exists (
      select 1 from panel_events as lead where lead.account_id = panel_events.account_id and lead.id = panel_events.lead_id
    )`.execute(db)
