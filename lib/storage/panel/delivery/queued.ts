import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK, LOOKUP_CHUNK } from '../../engine/chunks'
import { lockRow } from '../../engine/lock'
import type { Db, Storage } from '../../storage'
import type { ChannelTable, DeliveryTable } from './tables'

/** What of a channel decides how something is queued for it; locked, so that none is deleted before that is committed. */
export const lockQueueingChannels = async (
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<ChannelTable, 'id' | 'state'>[]> =>
  ids.length === 0
    ? []
    : lockRow(
        db
          .selectFrom('channels')
          .select(['id', 'state'])
          .where('account_id', '=', accountId)
          .where('id', 'in', [...ids])
          .where('deleted_at', 'is', null)
          // Whoever queues for several locks them and their counters in this order.
          .orderBy('id'),
        engine,
      ).execute()

/** The first of the next `count` numbers of a channel. */
export async function takeChannelNumbers(db: Db, channelId: string, count: number): Promise<number> {
  const { value } = await db
    .updateTable('channel_sequences')
    .set((e) => ({ value: e('value', '+', count) }))
    .where('channel_id', '=', channelId)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}

/** A message that a channel has already is left as it is. */
export async function insertDeliveries(db: Db, rows: readonly DeliveryTable[]): Promise<void> {
  for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
    await db
      .insertInto('deliveries')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['channel_id', 'message_id']).doNothing())
      .execute()
  }
}

/** Ids of deliveries by the message's, of one channel. */
export async function findDeliveryIds(
  db: Db,
  channelId: string,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const chunk of chunksOf(messageIds, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'message_id'])
      .where('channel_id', '=', channelId)
      .where('message_id', 'in', chunk)
      .execute()
    for (const row of rows) found.set(row.message_id, row.id)
  }
  return found
}
