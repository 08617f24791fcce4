import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable, type Schema } from './schema'

/** The panel's financial data: changes of the cap, alerts with their e-mails, closed periods. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createCaps(schema)
  await createAlerts(schema)
  await createPacks(schema)
}

async function createCaps(schema: Schema): Promise<void> {
  await createTable(schema, 'cap_changes', {
    text: ['account_id', 'at', 'source'],
    nullableText: ['actor', 'reason', 'period_start', 'period_end'],
    counter: ['number'],
    nullableInteger: ['from_pln', 'to_pln', 'overage_units', 'overage_grosz'],
    primary: ['account_id', 'number'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'known_caps', {
    text: ['account_id', 'first_seen_at', 'seen_at'],
    nullableText: ['intent'],
    nullableInteger: ['cap_pln'],
    primary: ['account_id'],
    references: { account_id: 'accounts' },
  })
}

async function createAlerts(schema: Schema): Promise<void> {
  await createTable(schema, 'spend_alerts', {
    id: 'id',
    text: [
      'account_id',
      'measure',
      'basis',
      'thresholds',
      'recipients',
      'language',
      'created_by',
      'created_at',
      'updated_at',
    ],
    counter: ['enabled'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'spend_alerts', { by_account: ['account_id', 'created_at'] })
  await createTable(schema, 'alert_firings', {
    id: 'id',
    text: ['account_id', 'alert_id', 'period_start', 'measure', 'basis', 'at', 'figures'],
    counter: ['threshold'],
    unique: { once: ['alert_id', 'period_start', 'measure', 'basis', 'threshold'] },
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'alert_firings', { by_time: ['account_id', 'at'] })
  await createTable(schema, 'mails', {
    id: 'id',
    text: ['account_id', 'kind', 'recipient', 'subject', 'body_text', 'body_html', 'state', 'created_at', 'next_at'],
    nullableText: ['firing_id', 'sent_at', 'last_error', 'claimed_until'],
    counter: ['attempts'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'mails', {
    due: ['state', 'next_at'],
    by_firing: ['firing_id'],
    by_account: ['account_id', 'kind', 'created_at'],
  })
}

async function createPacks(schema: Schema): Promise<void> {
  await createTable(schema, 'meter_snapshots', {
    text: ['account_id', 'period_start', 'period_end', 'at', 'content'],
    primary: ['account_id', 'period_start'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'period_packs', {
    id: 'id',
    text: ['account_id', 'kind', 'period_start', 'period_end', 'frozen_at', 'content', 'content_sha256'],
    unique: { one_each: ['account_id', 'period_start', 'kind'] },
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'pack_files', {
    text: ['pack_id', 'kind', 'name', 'media', 'sha256', 'base64'],
    counter: ['bytes'],
    primary: ['pack_id', 'kind'],
    references: { pack_id: 'period_packs' },
    cascade: ['pack_id'],
  })
}
