import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createSequence, createTable, type Schema } from './schema'

/** Saved alerts of tenders, their matches, the account's marks on them, and what was sent about them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createAlerts(schema)
  await createMatches(schema)
  await createMarks(schema)
  await createReading(schema)
  await db.schema.alterTable('mails').addColumn('send_id', 'text').execute()
  await createIndexes(schema, 'mails', { by_send: ['send_id'] })
}

async function createAlerts(schema: Schema): Promise<void> {
  await createTable(schema, 'bzp_alerts', {
    id: 'id',
    text: ['account_id', 'owner', 'name', 'filter', 'delivery', 'created_at', 'updated_at', 'digest_from', 'since_at'],
    nullableText: ['created_by', 'muted_until', 'since_ids', 'read_at', 'complete_until', 'gap_until', 'problem'],
    counter: ['digest_hour', 'since_position', 'missing'],
    unique: { name_once: ['account_id', 'owner', 'name'] },
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'bzp_alert_recipients', {
    text: ['alert_id', 'user_id'],
    primary: ['alert_id', 'user_id'],
    references: { alert_id: 'bzp_alerts', user_id: 'users' },
    cascade: ['alert_id'],
  })
  await createIndexes(schema, 'bzp_alert_recipients', { by_user: ['user_id'] })
  await createTable(schema, 'bzp_sends', {
    id: 'id',
    text: ['account_id', 'alert_id', 'kind', 'window_start', 'at', 'tender_ids'],
    counter: ['match_count'],
    unique: { once: ['alert_id', 'kind', 'window_start'] },
    references: { account_id: 'accounts', alert_id: 'bzp_alerts' },
    cascade: ['alert_id'],
  })
  await createIndexes(schema, 'bzp_sends', { by_time: ['alert_id', 'at'] })
}

async function createMatches(schema: Schema): Promise<void> {
  await createTable(schema, 'bzp_found_notices', {
    text: ['account_id', 'notice_id', 'content'],
    primary: ['account_id', 'notice_id'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'bzp_hits', {
    text: ['alert_id', 'tender_id', 'notice_id', 'published_at'],
    counter: ['number'],
    primary: ['alert_id', 'tender_id', 'notice_id'],
    unique: { notice_once: ['alert_id', 'notice_id'] },
    references: { alert_id: 'bzp_alerts' },
    cascade: ['alert_id'],
  })
  await createTable(schema, 'bzp_matches', {
    text: ['alert_id', 'tender_id', 'account_id', 'found_at', 'notice_id', 'published_at', 'search_text'],
    nullableText: ['offers_until', 'dismissed_at', 'dismissed_by', 'dismissed_reason', 'assignee', 'note'],
    counter: ['number', 'is_starred', 'is_told'],
    primary: ['alert_id', 'tender_id'],
    references: { alert_id: 'bzp_alerts', account_id: 'accounts' },
    cascade: ['alert_id'],
  })
  await createIndexes(schema, 'bzp_matches', {
    by_number: ['alert_id', 'number'],
    by_account: ['account_id', 'number'],
    by_tender: ['account_id', 'tender_id'],
    by_telling: ['alert_id', 'is_told', 'number'],
  })
  await createSequence(schema, 'bzp_matches')
}

async function createMarks(schema: Schema): Promise<void> {
  const references = { alert_id: 'bzp_alerts', user_id: 'users' }
  await createTable(schema, 'bzp_match_reads', {
    text: ['user_id', 'alert_id', 'tender_id'],
    counter: ['number'],
    primary: ['user_id', 'alert_id', 'tender_id'],
    references,
    cascade: ['alert_id'],
  })
  await createIndexes(schema, 'bzp_match_reads', { by_alert: ['alert_id'] })
  await createTable(schema, 'bzp_looks', {
    text: ['user_id', 'alert_id'],
    counter: ['up_to'],
    primary: ['user_id', 'alert_id'],
    references,
    cascade: ['alert_id'],
  })
  await createIndexes(schema, 'bzp_looks', { by_alert: ['alert_id'] })
}

async function createReading(schema: Schema): Promise<void> {
  await createTable(schema, 'bzp_cursors', { id: 'id', text: ['read_until'], counter: ['position'] })
  await createTable(schema, 'bzp_waiting_notices', { id: 'notice_id', text: ['published_at'] })
  await createIndexes(schema, 'bzp_waiting_notices', { by_time: ['published_at'] })
  await createTable(schema, 'bzp_watches', {
    text: ['account_id', 'month'],
    nullableText: ['read_at', 'retry_at', 'problem'],
    counter: ['budget_units', 'used_units', 'previews', 'failures'],
    primary: ['account_id'],
    references: { account_id: 'accounts' },
  })
}
