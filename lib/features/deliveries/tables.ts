import type { DeliveryChannel } from './domain/delivery-states'

/** Rows of channels and of deliveries through them. Conventions: `lib/storage/tables.ts`. */
export type DeliveryTables = {
  channels: ChannelTable
  channel_sequences: ChannelSequenceTable
  deliveries: DeliveryTable
  delivery_attempts: DeliveryAttemptTable
}

/**
 * A receiver of messages. A deleted channel keeps its name for its deliveries, but neither address nor secret. E-mails
 * of an account use a hidden channel of kind `email` whose id is the account's.
 */
export type ChannelTable = {
  id: string
  account_id: string
  /** The user who owns it; empty for the team's. */
  owner: string
  kind: DeliveryChannel
  name: string
  /** Sealed for the account; empty once the channel is deleted. */
  sealed_url: string
  /** The URL with its secret parts hidden. */
  url_shown: string
  sealed_secret: string | null
  /** Signs in addition to the current secret until then. */
  sealed_previous_secret: string | null
  previous_secret_until: string | null
  state: 'on' | 'off'
  off_reason: 'by_hand' | 'gone' | 'failing' | null
  /** Set while every attempt fails. */
  failing_since: string | null
  last_failed_at: string | null
  /** Nothing is sent before this time: the receiver requested a pause, or its pace is limited. */
  paused_until: string | null
  last_delivered_at: string | null
  created_by: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** The last message number of a channel; locked until the transaction ends, so that numbers become visible in order. */
export type ChannelSequenceTable = {
  channel_id: string
  value: number
}

export type DeliveryTable = {
  id: string
  account_id: string
  channel_id: string
  /** The rule or tender alert that wrote it; the recipient can be removed from it. */
  rule_id: string | null
  notice_id: string | null
  message_id: string
  /**
   * Type of the message. E-mails are `alert`, `test` or `person`: to one person about themselves; the body of the last
   * is erased once it was sent or failed, because it may hold a link.
   */
  type: string
  /** Messages of one subject are sent one after another. */
  subject_key: string
  /** Grows with every message of the channel; for e-mails the millisecond in which they were written. */
  sequence: number
  /** JSON of `Message`; empty for e-mails, which use the columns below. */
  message: string
  recipient: string | null
  subject: string | null
  body_text: string | null
  body_html: string | null
  language: 'pl' | 'en'
  /**
   * `dead`: not retried automatically. `cancelled`: never sent, because its channel, rule or reader was removed (see
   * `last_error`), or because there is no SMTP server.
   */
  state: 'waiting' | 'delivered' | 'dead' | 'cancelled'
  attempts: number
  /** Value of `attempts` when the current retry cycle began; a replay begins another one. */
  retry_cycle_from: number
  /** First attempt of the current retry cycle. */
  retry_cycle_at: string | null
  next_at: string
  /** Until then the process named by `claimed_by` is sending it. */
  claimed_until: string | null
  claimed_by: string | null
  created_at: string
  delivered_at: string | null
  last_status: number | null
  last_latency_ms: number | null
  /** One of `deliveryErrors`; for an e-mail that was tried the mail server's reply. */
  last_error: string | null
}

/** E-mails are the rows with a recipient. */
export type MailTable = DeliveryTable & { readonly recipient: string }

export type DeliveryAttemptTable = {
  delivery_id: string
  number: number
  at: string
  status: number | null
  latency_ms: number
  error: string | null
  /** Start of the receiver's answer, masked; for e-mails the mail server's error text. */
  answer: string | null
}
