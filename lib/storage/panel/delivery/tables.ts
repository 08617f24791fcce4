/** Rows of channels and of what is delivered through them. Conventions: `lib/storage/tables.ts`. */
export type DeliveryTables = {
  channels: ChannelTable
  channel_sequences: ChannelSequenceTable
  deliveries: DeliveryTable
  delivery_attempts: DeliveryAttemptTable
  mail_attempts: MailAttemptTable
}

/** Where messages go by HTTP. A deleted one keeps its name, for what was delivered, and neither address nor secret. */
export type ChannelTable = {
  id: string
  account_id: string
  /** The user whose own it is; empty for the team's. */
  owner: string
  kind: 'webhook' | 'slack' | 'teams'
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

/** One message to one channel. */
export type DeliveryTable = {
  id: string
  account_id: string
  channel_id: string
  rule_id: string | null
  notice_id: string | null
  message_id: string
  /** The message's type. */
  type: string
  /** Messages of one subject go one after another. */
  subject_key: string
  /** Grows with every message of the channel. */
  sequence: number
  /** JSON of `Message`. */
  message: string
  language: 'pl' | 'en'
  /** `dead`: no further attempt follows by itself. `cancelled`: its channel or its rule was taken away before it went, as `last_error` says. */
  state: 'waiting' | 'delivered' | 'dead' | 'cancelled'
  attempts: number
  /** `attempts` when the present course of attempts began; a replay begins another one. */
  course_from: number
  /** First attempt of the present course. */
  course_at: string | null
  next_at: string
  /** Until then one process, `claimed_by`, is sending it. */
  claimed_until: string | null
  claimed_by: string | null
  created_at: string
  delivered_at: string | null
  last_status: number | null
  last_latency_ms: number | null
  /** One of `deliveryErrors`. */
  last_error: string | null
}

export type DeliveryAttemptTable = {
  delivery_id: string
  number: number
  at: string
  status: number | null
  latency_ms: number
  error: string | null
  /** The beginning of what the receiver answered, masked. */
  answer: string | null
}

/** One attempt at one e-mail of an alert. */
export type MailAttemptTable = {
  mail_id: string
  number: number
  at: string
  latency_ms: number
  error: string | null
  /** What the mail server answered with. */
  code: number | null
}
