import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countWritten } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ChannelTable, DeliveryTable } from '../tables'

type WaitingScope = {
  readonly accountId: string
  readonly ruleIds: readonly string[]
}
type CancelInput = WaitingScope & { readonly reason: 'rule_deleted' | 'rule_off' | 'rule_muted' }

/**
 * Cancels waiting messages of these rules, in channels and by e-mail, with a reason. Tests are excluded, since a user
 * is waiting for their result. Returns the number of messages.
 */
export async function cancelWaitingOf(db: AccountTx, { reason, ...waiting }: CancelInput): Promise<number> {
  if (waiting.ruleIds.length === 0) return 0
  return waitingOf(db, waiting).set({ state: 'cancelled', last_error: reason }).$call(countWritten)
}

type RemovedChannelsInput = WaitingScope & {
  readonly channels: readonly string[]
}

/**
 * Cancels waiting messages in channels that were removed from the rules. Recipients of e-mails are checked when those
 * are sent. Returns the number of messages.
 */
export const cancelForRemovedChannels = (
  db: AccountTx,
  { channels, ...waiting }: RemovedChannelsInput,
): Promise<number> =>
  waitingOf(db, waiting)
    .where('channel_id', 'not in', [waiting.accountId, ...channels])
    .set({ state: 'cancelled', last_error: 'channel_removed' })
    .$call(countWritten)

const waitingOf = (db: AccountTx, { accountId, ruleIds }: WaitingScope) =>
  db
    .updateTable('deliveries')
    // Filtering by channel makes use of its index on waiting deliveries.
    .where('channel_id', 'in', (e) => e.selectFrom('channels').select('id').where('account_id', '=', accountId))
    .where('state', '=', 'waiting')
    .where('rule_id', 'in', [...ruleIds])
    .where('type', '!=', 'test')

export const lockQueueingChannels = (
  db: AccountTx,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<ChannelTable, 'id' | 'state'>[]> =>
  ofAccount(db, 'channels', accountId)
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    // A fixed lock order avoids deadlocks between callers that queue for several channels.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Reserves the next `count` numbers of a channel and returns the first. */
export async function reserveChannelNumbers(db: AccountTx, channelId: string, count: number): Promise<number> {
  const { value } = await db
    .updateTable('channel_sequences')
    .set((e) => ({ value: e('value', '+', count) }))
    .where('channel_id', '=', channelId)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}

/** A message that the channel already has is left unchanged. */
export const insertDeliveries = (db: AccountTx, rows: readonly DeliveryTable[]): Promise<void> =>
  insertAll(db, 'deliveries', rows, ['channel_id', 'message_id'])

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
