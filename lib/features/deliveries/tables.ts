import type { DeliveryChannel } from './domain/delivery-states'

/** Rows of channels and of what is delivered through them. Conventions: `lib/storage/tables.ts`. */
export type DeliveryTables = {
  channels: ChannelTable
  channel_sequences: ChannelSequenceTable
  deliveries: DeliveryTable
  delivery_attempts: DeliveryAttemptTable
}

/**
 * Where messages go. A deleted one keeps its name, for what was delivered, and neither address nor secret. An account's e-mails go
 * through one of kind `email`, which has the account's id and is shown to nobody.
 */
export type ChannelTable = {
  id: string
  account_id: string
  /** The user whose own it is; empty for the team's. */
  owner: string
  kind: DeliveryChannel
  name: string
  /** Sealed for the account; empty once it is deleted. */
  sealed_url: string
  /** Scheme, host and what may be seen of the rest. */
  url_shown: string
  /** Of webhooks alone. */
  sealed_secret: string | null
  /** Signs beside the present one until then. */
  sealed_previous_secret: string | null
  previous_secret_until: string | null
  state: 'on' | 'off'
  off_reason: 'by_hand' | 'gone' | 'failing' | null
  /** Since when every attempt failed. */
  failing_since: string | null
  last_failed_at: string | null
  /** Nothing goes before: the receiver asked for patience, or its pace is limited. */
  paused_until: string | null
  last_delivered_at: string | null
  /** The user who made it. */
  created_by: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** The number of the last message of a channel; locked until the transaction ends, so that numbers become visible in order. */
export type ChannelSequenceTable = {
  channel_id: string
  value: number
}

/** One message to one channel, or one e-mail to one address. */
export type DeliveryTable = {
  id: string
  account_id: string
  channel_id: string
  /** The rule, or the alert of tenders, that it is of; its reader can be taken off it. */
  rule_id: string | null
  notice_id: string | null
  message_id: string
  /**
   * The message's type. E-mails are `alert`, `test` or `person`: to one person, about themselves; its body is erased once it went or
   * failed, because it may hold a link.
   */
  type: string
  /** Messages of one subject go one after another. */
  subject_key: string
  /** Grows with every message of the channel; of e-mails the millisecond in which it was written. */
  sequence: number
  /** JSON of `Message`; empty of e-mails, which have what follows. */
  message: string
  recipient: string | null
  subject: string | null
  body_text: string | null
  body_html: string | null
  language: 'pl' | 'en'
  /**
   * `dead`: no further attempt follows by itself. `cancelled`: it goes to nobody, since its channel, its rule or its reader was taken
   * away before, as `last_error` says, or there is no SMTP server.
   */
  state: 'waiting' | 'delivered' | 'dead' | 'cancelled'
  attempts: number
  /** `attempts` when the present course of attempts began; a replay begins another one. */
  retry_cycle_from: number
  /** First attempt of the present course. */
  retry_cycle_at: string | null
  next_at: string
  /** Until then one process, `claimed_by`, is sending it. */
  claimed_until: string | null
  claimed_by: string | null
  created_at: string
  delivered_at: string | null
  last_status: number | null
  last_latency_ms: number | null
  /** One of `deliveryErrors`; of an e-mail that was tried what the mail server said. */
  last_error: string | null
}

/** E-mails: a row that has a recipient. */
export type MailTable = DeliveryTable & { readonly recipient: string }

export type DeliveryAttemptTable = {
  delivery_id: string
  number: number
  at: string
  status: number | null
  latency_ms: number
  error: string | null
  /** The beginning of what the receiver answered, masked; of e-mails what went wrong in the mail server's words. */
  answer: string | null
}
