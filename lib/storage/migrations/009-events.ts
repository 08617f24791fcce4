import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** The panel's copy of every account's events, how far it was read, and what each user has read of it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'panel_events', {
    text: [
      'account_id',
      'monitor_id',
      'source',
      'announcement_id',
      'identifier_type',
      'identifier_value',
      'created_at',
      'day',
    ],
    nullableText: ['subject_name', 'title'],
    counter: ['id'],
    primary: ['account_id', 'id'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'panel_events', {
    by_monitor: ['account_id', 'monitor_id', 'id'],
    by_source: ['account_id', 'source', 'id'],
    by_day: ['account_id', 'day', 'id'],
    by_time: ['account_id', 'created_at', 'id'],
  })
  await createTable(schema, 'event_cursors', {
    id: 'account_id',
    counter: ['since', 'is_behind'],
    nullableText: ['read_at', 'retry_at', 'code'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'event_reads', {
    id: 'user_id',
    counter: ['up_to', 'previous_up_to', 'turn'],
    references: { user_id: 'users' },
  })
  await createTable(schema, 'event_marks', {
    text: ['user_id'],
    counter: ['turn', 'event_id', 'is_read'],
    primary: ['user_id', 'turn', 'event_id'],
    references: { user_id: 'users' },
  })
  await createTable(schema, 'tag_members', {
    text: ['account_id', 'tag', 'monitor_id'],
    primary: ['account_id', 'tag', 'monitor_id'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'tag_readings', {
    text: ['account_id', 'tag', 'read_at'],
    primary: ['account_id', 'tag'],
    references: { account_id: 'accounts' },
  })
}
