import { randomUUID } from 'node:crypto'

import type { Locale } from '@/lib/domain/format/locales'
import { maskForLog } from '@/lib/http/mask-personal'
import type { MailWords } from '@/lib/panel/mail/mail-layout'
import type { MailService } from '@/lib/panel/mail/mailer'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import type { Message } from './message'
import { findDeliveryIds, insertDeliveries, lockQueueingChannels, takeChannelNumbers } from './statements/queued'
import type { ChannelTable, DeliveryTable, MailTable } from './tables'
import type { UnsubscribeLinks } from './unsubscribe-links'

// A thing that many rules found stands in as many messages, as the same object: it is masked once.
const masked = new WeakMap<object, unknown>()

function maskPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return maskForLog(part)
  const known = masked.get(part) ?? maskForLog(part)
  masked.set(part, known)
  return known
}

/** Without personal numbers, wherever they stand. What is in lists is masked as it stands there: each thing for itself. */
export function maskMessage({ items, data, ...rest }: Message): unknown {
  const { items: found, ...facts } = data
  return Object.assign({}, maskForLog(rest), {
    items: items.map(maskPart),
    data: Object.assign({}, maskForLog(facts), found !== undefined && { items: maskFound(found) }),
  })
}

const maskFound = (found: unknown): unknown => (Array.isArray(found) ? found.map(maskPart) : maskForLog(found))

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
  readonly claim?: Pick<DeliveryTable, 'claimed_by' | 'claimed_until'> | undefined
}

/** No channel shows more, and a row stays small. */
const MAX_ITEMS = 50

/**
 * Puts messages of one account into the outbox, in the caller's transaction: they go once that is committed, by `sendDeliveriesSoon` or
 * by the job. A message that the channel has already is not queued again. Of a channel that is off it is kept as dead, to be replayed.
 * Ids of deliveries in their order, undefined where the channel is gone. Channels and their counters are locked to the end of the
 * transaction.
 */
export async function queueToChannels(
  tx: AccountTx,
  queued: readonly QueuedMessage[],
): Promise<(string | undefined)[]> {
  const [first] = queued
  if (!first) return []
  const wanted = [...new Set(queued.map(({ channelId }) => channelId))]
  const ids = new Map<string, ReadonlyMap<string, string>>()
  for (const channel of await lockQueueingChannels(tx, first.accountId, wanted)) {
    const own = queued.filter(({ accountId, channelId }) => accountId === first.accountId && channelId === channel.id)
    ids.set(channel.id, await queueTo(tx, channel, own))
  }
  return queued.map(({ channelId, message }) => ids.get(channelId)?.get(message.id))
}

async function queueTo(db: AccountTx, channel: Pick<ChannelTable, 'id' | 'state'>, queued: readonly QueuedMessage[]) {
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
    ...newRow({ id: randomUUID(), account_id: accountId, created_at: at }),
    channel_id: channelId,
    rule_id: ruleId,
    notice_id: noticeId,
    message_id: message.id,
    type: message.type,
    subject_key: subjectKey,
    sequence,
    message: JSON.stringify(maskMessage(kept)),
    language,
    ...claim,
  }
}

/** What nobody has tried yet. */
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
  /** The rule or the alert. */
  readonly rule_id: string | null
  readonly kind: 'alert' | 'test' | 'person'
  readonly at: string
  readonly notice_id?: string | null
}
type Making = {
  readonly state: 'waiting' | 'unsent'
  /** The text, which ends with the way out for just this reader. */
  readonly words: (unsubscribe: UnsubscribeLinks | undefined) => MailWords
  readonly links: MailService['unsubscribeLinks']
  readonly claim?: QueuedMessage['claim']
}

/** A mail that waits, or that nobody will send, with a way out of its own. It goes through its account's channel of e-mails. */
export function mailRow({ at, kind, rule_id, ...mail }: NewMail, { state, words, links, claim }: Making): MailTable {
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
    // Of its own, so that it waits for no other.
    subject_key: id,
    sequence: Date.parse(at),
    message: '',
    language: 'pl',
    ...(state === 'unsent' && { state: 'cancelled' }),
    ...claim,
  }
}
