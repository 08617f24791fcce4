import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Rules of risk: assessments of companies, those still to be requested, and their cost. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'risk_readings', {
    text: ['account_id', 'subject', 'read_at', 'level', 'factors'],
    counter: ['score'],
    primary: ['account_id', 'subject', 'read_at'],
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'risk_asks', {
    text: ['rule_id', 'subject', 'account_id', 'monitor_id', 'reason', 'asked_at'],
    counter: ['last_event'],
    primary: ['rule_id', 'subject'],
    references: { rule_id: 'rules' },
    cascade: ['rule_id'],
  })
  await createIndexes(schema, 'risk_asks', { by_subject: ['account_id', 'subject'] })
  await createTable(schema, 'risk_watches', {
    text: ['account_id', 'month', 'day'],
    nullableText: ['claimed_by', 'claimed_until', 'problem', 'retry_at'],
    counter: ['used_units', 'failures', 'day_companies', 'day_units', 'day_unknown'],
    primary: ['account_id'],
    references: { account_id: 'accounts' },
  })
}
