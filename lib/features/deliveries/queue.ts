import { randomUUID } from 'node:crypto'

import type { Locale } from '@/lib/domain/format/locales'
import { maskForLog } from '@/lib/http/mask-personal'
import type { MailWords } from '@/lib/panel/mail/mail-layout'
import type { MailService } from '@/lib/panel/mail/mailer'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import type { Message } from './message'
import { findDeliveryIds, insertDeliveries, lockQueueingChannels, reserveChannelNumbers } from './statements/queued'
import type { ChannelTable, DeliveryTable, MailTable } from './tables'
import type { UnsubscribeLinks } from './unsubscribe-links'

// The same object may be part of many messages, one for each rule that found it; caching makes masking run once.
const maskCache = new WeakMap<object, unknown>()

function maskPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return maskForLog(part)
  const masked = maskCache.get(part) ?? maskForLog(part)
  maskCache.set(part, masked)
  return masked
}

/** Masks personal numbers everywhere in a message. Items of lists are masked one by one, so that the cache applies. */
export function maskMessage({ items, data, ...rest }: Message): unknown {
  const { items: dataItems, ...facts } = data
  return Object.assign({}, maskForLog(rest), {
    items: items.map(maskPart),
    data: Object.assign({}, maskForLog(facts), dataItems !== undefined && { items: maskItems(dataItems) }),
  })
}

const maskItems = (items: unknown): unknown => (Array.isArray(items) ? items.map(maskPart) : maskForLog(items))

export type QueuedMessage = {
  readonly accountId: string
  readonly channelId: string
  readonly ruleId: string | null
  /** The notice that triggered the rule. */
  readonly noticeId: string | null
  /** Messages of one subject are sent one after another, in the order in which they were queued. */
  readonly subjectKey: string
  readonly message: Message
  readonly language: Locale
  readonly now: Date
  /** Set if the caller sends the message itself; otherwise any process may send it. */
  readonly claim?: Pick<DeliveryTable, 'claimed_by' | 'claimed_until'> | undefined
}

/** No channel shows more items, and rows stay small. */
const MAX_ITEMS = 50

/**
 * Puts messages of one account into the outbox within the caller's transaction; they are sent after the commit by
 * `sendDeliveriesSoon` or the job. A message that the channel already has is not queued again. For a channel that is
 * off it is stored as dead and can be replayed. Returns delivery ids in the order of the messages, undefined where the
 * channel is deleted. Channels and their counters stay locked until the transaction ends.
 */
export async function queueToChannels(
  tx: AccountTx,
  queued: readonly QueuedMessage[],
): Promise<(string | undefined)[]> {
  const [first] = queued
  if (!first) return []
  const channelIds = [...new Set(queued.map(({ channelId }) => channelId))]
  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const channel of await lockQueueingChannels(tx, first.accountId, channelIds)) {
    const channelMessages = queued.filter(
      ({ accountId, channelId }) => accountId === first.accountId && channelId === channel.id,
    )
    ids.set(channel.id, await queueToChannel(tx, channel, channelMessages))
  }
  return queued.map(({ channelId, message }) => ids.get(channelId)?.get(message.id))
}

async function queueToChannel(
  db: AccountTx,
  channel: Pick<ChannelTable, 'id' | 'state'>,
  queued: readonly QueuedMessage[],
) {
  const sequence = await reserveChannelNumbers(db, channel.id, queued.length)
  const rows = queued.map((each, index) => ({ ...deliveryRow(each, sequence + index), ...initialState(channel) }))
  await insertDeliveries(db, rows)
  return findDeliveryIds(
    db,
    channel.id,
    rows.map(({ message_id: id }) => id),
  )
}

const initialState = ({ state }: Pick<ChannelTable, 'state'>) =>
  state === 'on' ? {} : ({ state: 'dead', last_error: 'channel_off' } as const)

/** Builds the row of a message; personal numbers are masked here for every kind of message. */
export function deliveryRow(queued: QueuedMessage, sequence: number): DeliveryTable {
  const { accountId, channelId, ruleId, noticeId, subjectKey, message, language, now, claim } = queued
  const at = now.toISOString()
  const { items, more } = message
  const stored = { ...message, items: items.slice(0, MAX_ITEMS), more: more + Math.max(0, items.length - MAX_ITEMS) }
  return {
    ...newRow({ id: randomUUID(), account_id: accountId, created_at: at }),
    channel_id: channelId,
    rule_id: ruleId,
    notice_id: noticeId,
    message_id: message.id,
    type: message.type,
    subject_key: subjectKey,
    sequence,
    message: JSON.stringify(maskMessage(stored)),
    language,
    ...claim,
  }
}

function newRow({ id, account_id, created_at }: Pick<DeliveryTable, 'id' | 'account_id' | 'created_at'>) {
  return {
    id,
    account_id,
    created_at,
    recipient: null,
    subject: null,
    body_text: null,
    body_html: null,
    state: 'waiting',
    attempts: 0,
    retry_cycle_from: 0,
    retry_cycle_at: null,
    next_at: created_at,
    claimed_until: null,
    claimed_by: null,
    delivered_at: null,
    last_status: null,
    last_latency_ms: null,
    last_error: null,
  } as const
}

type NewMail = Pick<MailTable, 'account_id' | 'recipient'> & {
  readonly rule_id: string | null
  readonly kind: 'alert' | 'test' | 'person'
  readonly at: string
  readonly notice_id?: string | null
}
type MailOptions = {
  readonly state: 'waiting' | 'unsent'
  /** Builds the text, which ends with the unsubscribe links of this reader. */
  readonly words: (unsubscribe: UnsubscribeLinks | undefined) => MailWords
  readonly links: MailService['unsubscribeLinks']
  readonly claim?: QueuedMessage['claim']
}

/**
 * Builds an e-mail with its unsubscribe links, either waiting or cancelled. It is sent through the account's e-mail
 * channel.
 */
export function mailRow(
  { at, kind, rule_id, ...mail }: NewMail,
  { state, words, links, claim }: MailOptions,
): MailTable {
  const id = randomUUID()
  return {
    ...newRow({ id, account_id: mail.account_id, created_at: at }),
    notice_id: null,
    rule_id,
    ...mail,
    ...words(links(id)),
    channel_id: mail.account_id,
    message_id: id,
    type: kind,
    // A separate subject, so that the mail waits for no other.
    subject_key: id,
    sequence: Date.parse(at),
    message: '',
    language: 'pl',
    ...(state === 'unsent' && { state: 'cancelled' }),
    ...claim,
  }
}
