import { lockRow } from '../../engine/lock'
import type { Db, Storage } from '../../storage'
import type { MailTable } from '../delivery/tables'
import type { BzpAlertTable, BzpMatchTable, BzpSendTable } from './tables'

/** The alert, locked to the end of the transaction: one process at a time tells of it. */
export const lockBzpAlert = (
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  id: string,
): Promise<BzpAlertTable | undefined> =>
  lockRow(db.selectFrom('bzp_alerts').selectAll().where('id', '=', id), engine).executeTakeFirst()

/** Of each only what telling needs: a mute of months may leave many. */
export type UntoldMatch = Pick<BzpMatchTable, 'number' | 'notice_id' | 'tender_id' | 'dismissed_at'>

/** What nobody was told yet, the newest first. `before`: found before that instant. */
export const listUntold = (db: Db, alertId: string, before?: string): Promise<UntoldMatch[]> =>
  db
    .selectFrom('bzp_matches')
    .select(['number', 'notice_id', 'tender_id', 'dismissed_at'])
    .where('alert_id', '=', alertId)
    .where('is_told', '=', 0)
    .$if(before !== undefined, (query) => query.where('found_at', '<', before ?? ''))
    .orderBy('number', 'desc')
    .execute()

/** All up to a number, the dismissed ones too: what nobody wanted when it was to be told is not told later. */
export async function markTold(
  db: Db,
  alertId: string,
  found: { upTo: number; before?: string | undefined },
): Promise<void> {
  const { upTo, before } = found
  await db
    .updateTable('bzp_matches')
    .set({ is_told: 1 })
    .where('alert_id', '=', alertId)
    .where('is_told', '=', 0)
    .where('number', '<=', upTo)
    .$if(before !== undefined, (query) => query.where('found_at', '<', before ?? ''))
    .execute()
}

/** False when the message of this window was made before. */
export async function insertSend(db: Db, send: BzpSendTable): Promise<boolean> {
  const inserted = await db
    .insertInto('bzp_sends')
    .values(send)
    .onConflict((conflict) => conflict.columns(['alert_id', 'kind', 'window_start']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Newest first. */
export const listSends = (db: Db, alertId: string, limit: number): Promise<BzpSendTable[]> =>
  db
    .selectFrom('bzp_sends')
    .selectAll()
    .where('alert_id', '=', alertId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export const listMailsOfSends = (db: Db, sendIds: readonly string[]): Promise<MailTable[]> =>
  sendIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('deliveries')
        .selectAll()
        .where('send_id', 'in', [...sendIds])
        .$narrowType<{ recipient: string }>()
        .orderBy('recipient')
        .execute()
