import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createSequence, createTable } from './schema'

/** Notification rules: recipients, hits, and the notices that were sent. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'rules', {
    id: 'id',
    text: [
      'account_id',
      'owner',
      'name',
      'kind',
      'condition',
      'timing',
      'language',
      'created_by',
      'created_at',
      'updated_at',
      'digest_from',
      'since_at',
    ],
    nullableText: ['quiet_from', 'quiet_to', 'muted_until'],
    counter: ['digest_hour', 'weekday', 'working_days_only', 'enabled', 'since', 'told_up_to'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'rules', { by_account: ['account_id', 'owner'] })
  await createTable(schema, 'rule_targets', {
    text: ['rule_id', 'kind', 'target'],
    primary: ['rule_id', 'kind', 'target'],
    references: { rule_id: 'rules' },
    cascade: ['rule_id'],
  })
  await createTable(schema, 'rule_hits', {
    text: ['rule_id', 'occurrence', 'account_id', 'at', 'subject_key', 'content'],
    counter: ['number'],
    primary: ['rule_id', 'occurrence'],
    // The rule references the account; checking a second reference for each row would cost as much as writing it.
    references: { rule_id: 'rules' },
    cascade: ['rule_id'],
  })
  await createIndexes(schema, 'rule_hits', { by_number: ['rule_id', 'number'] })
  await createSequence(schema, 'rule_hits')
  await createTable(schema, 'rule_notices', {
    id: 'id',
    text: ['account_id', 'rule_id', 'kind', 'window_start', 'window_end', 'at'],
    counter: ['hit_count'],
    unique: { once: ['rule_id', 'kind', 'window_start'] },
    references: { account_id: 'accounts', rule_id: 'rules' },
    cascade: ['rule_id'],
  })
  await createIndexes(schema, 'rule_notices', { by_time: ['rule_id', 'at'] })
  await createTable(schema, 'rule_cursors', {
    text: ['account_id', 'kind', 'mark'],
    counter: ['position'],
    primary: ['account_id', 'kind'],
    references: { account_id: 'accounts' },
  })
  await db.schema.alterTable('mails').addColumn('notice_id', 'text').execute()
  await createIndexes(schema, 'mails', { by_notice: ['notice_id'] })
}
