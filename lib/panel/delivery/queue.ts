import { randomUUID } from 'node:crypto'

import type { Locale } from '@/lib/domain/format/locales'
import { HttpError } from '@/lib/http/errors'
import {
  findDeliveryIds,
  insertDeliveries,
  lockQueueingChannels,
  takeChannelNumbers,
} from '@/lib/storage/panel/delivery/queued'
import type { ChannelTable, DeliveryTable } from '@/lib/storage/panel/delivery/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { maskMessage } from './mask-message'
import type { Message } from './message'

/** One message for one channel. */
export type QueuedMessage = {
  readonly accountId: string
  readonly channelId: string
  readonly ruleId: string | null
  /** What made the rule speak. */
  readonly noticeId: string | null
  /** Messages of one subject go one after another, in the order in which they were queued. */
  readonly subjectKey: string
  readonly message: Message
  readonly language: Locale
  readonly now: Date
  /** Whoever sends it themselves, up to when; otherwise it is anybody's. */
  readonly claim?: Pick<DeliveryTable, 'claimed_by' | 'claimed_until'>
}

type Store = Pick<Storage, 'db' | 'engine'>

/** No channel shows more, and a row stays small. */
const MAX_ITEMS = 50

/**
 * Puts a message into the outbox, in the caller's transaction: it goes once that is committed, by `sendDeliveriesSoon` or by the job.
 * A message that the channel has already is not queued again. Of a channel that is off it is kept as dead, to be replayed. The
 * delivery's id. Throws 404 for a channel that the account does not have.
 */
export async function queueToChannel(store: Store, queued: QueuedMessage): Promise<string> {
  const [id] = await queueToChannels(store, [queued])
  if (id === undefined) throw new HttpError('not_found', 'There is no such channel')
  return id
}

/**
 * The same for many messages of one account, with few statements; ids in their order, undefined where the channel is gone. The
 * channels and their counters are locked to the end of the transaction: who calls it twice in one locks the account first.
 */
export async function queueToChannels(store: Store, queued: readonly QueuedMessage[]): Promise<(string | undefined)[]> {
  const [first] = queued
  if (!first) return []
  const wanted = [...new Set(queued.map(({ channelId }) => channelId))]
  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const channel of await lockQueueingChannels(store, first.accountId, wanted)) {
    const own = queued.filter(({ accountId, channelId }) => accountId === first.accountId && channelId === channel.id)
    ids.set(channel.id, await queueTo(store.db, channel, own))
  }
  return queued.map(({ channelId, message }) => ids.get(channelId)?.get(message.id))
}

async function queueTo(db: Db, channel: Pick<ChannelTable, 'id' | 'state'>, queued: readonly QueuedMessage[]) {
  const sequence = await takeChannelNumbers(db, channel.id, queued.length)
  const rows = queued.map((each, index) => ({ ...deliveryRow(each, sequence + index), ...outcomeOf(channel) }))
  await insertDeliveries(db, rows)
  return findDeliveryIds(
    db,
    channel.id,
    rows.map(({ message_id: id }) => id),
  )
}

const outcomeOf = ({ state }: Pick<ChannelTable, 'state'>) =>
  state === 'on' ? {} : ({ state: 'dead', last_error: 'channel_off' } as const)

/** Personal numbers are masked here, whoever made the message. */
export function deliveryRow(queued: QueuedMessage, sequence: number): DeliveryTable {
  const { accountId, channelId, ruleId, noticeId, subjectKey, message, language, now, claim } = queued
  const at = now.toISOString()
  const { items, more } = message
  const kept = { ...message, items: items.slice(0, MAX_ITEMS), more: more + Math.max(0, items.length - MAX_ITEMS) }
  return {
    id: randomUUID(),
    account_id: accountId,
    channel_id: channelId,
    rule_id: ruleId,
    notice_id: noticeId,
    message_id: message.id,
    type: message.type,
    subject_key: subjectKey,
    sequence,
    message: JSON.stringify(maskMessage(kept)),
    language,
    state: 'waiting',
    attempts: 0,
    course_from: 0,
    course_at: null,
    next_at: at,
    claimed_until: null,
    claimed_by: null,
    created_at: at,
    delivered_at: null,
    last_status: null,
    last_latency_ms: null,
    last_error: null,
    ...claim,
  }
}
