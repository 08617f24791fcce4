import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable, type Schema } from './schema'

/** HTTP channels for messages, their deliveries, and the attempts of those and of e-mails. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createChannels(schema)
  await createDeliveries(schema)
  await createTable(schema, 'mail_attempts', {
    text: ['mail_id', 'at'],
    nullableText: ['error'],
    counter: ['number', 'latency_ms'],
    nullableInteger: ['code'],
    primary: ['mail_id', 'number'],
    references: { mail_id: 'mails' },
    cascade: ['mail_id'],
  })
  await createIndexes(schema, 'mails', { by_list: ['account_id', 'created_at'] })
}

async function createChannels(schema: Schema): Promise<void> {
  await createTable(schema, 'channels', {
    id: 'id',
    text: ['account_id', 'owner', 'kind', 'name', 'sealed_url', 'url_shown', 'state', 'created_at', 'updated_at'],
    nullableText: [
      'sealed_secret',
      'sealed_previous_secret',
      'previous_secret_until',
      'off_reason',
      'failing_since',
      'last_failed_at',
      'paused_until',
      'last_delivered_at',
      'created_by',
      'deleted_at',
    ],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'channels', { by_owner: ['account_id', 'owner'] })
  await createTable(schema, 'channel_sequences', {
    text: ['channel_id'],
    counter: ['value'],
    primary: ['channel_id'],
    references: { channel_id: 'channels' },
    cascade: ['channel_id'],
  })
}

async function createDeliveries(schema: Schema): Promise<void> {
  await createTable(schema, 'deliveries', {
    id: 'id',
    text: [
      'account_id',
      'channel_id',
      'message_id',
      'type',
      'subject_key',
      'message',
      'language',
      'state',
      'next_at',
      'created_at',
    ],
    nullableText: ['rule_id', 'notice_id', 'course_at', 'claimed_until', 'claimed_by', 'delivered_at', 'last_error'],
    counter: ['sequence', 'attempts', 'course_from'],
    nullableInteger: ['last_status', 'last_latency_ms'],
    unique: { once: ['channel_id', 'message_id'] },
    references: { account_id: 'accounts', channel_id: 'channels' },
    cascade: ['channel_id'],
  })
  await createIndexes(schema, 'deliveries', {
    by_turn: ['channel_id', 'state', 'next_at'],
    by_subject: ['channel_id', 'state', 'subject_key', 'sequence'],
    by_account: ['account_id', 'created_at'],
    by_state: ['state', 'created_at'],
  })
  await createTable(schema, 'delivery_attempts', {
    text: ['delivery_id', 'at'],
    nullableText: ['error', 'answer'],
    counter: ['number', 'latency_ms'],
    nullableInteger: ['status'],
    primary: ['delivery_id', 'number'],
    references: { delivery_id: 'deliveries' },
    cascade: ['delivery_id'],
  })
}
