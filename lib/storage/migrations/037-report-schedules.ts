import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Custom reports that the panel orders automatically, and the outcome of each. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'report_schedules', {
    id: 'id',
    text: [
      'account_id',
      'owner',
      'name',
      'source',
      'format',
      'rhythm',
      'period',
      'starts_at',
      'planned_until',
      'created_at',
      'updated_at',
    ],
    nullableText: ['filter_id', 'filter_name', 'monitor_tag', 'stopped', 'stopped_at', 'created_by'],
    counter: ['weekday', 'month_day', 'hour', 'working_days', 'enabled'],
    unique: { name_once: ['account_id', 'owner', 'name'] },
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'report_schedule_runs', {
    id: 'id',
    text: ['account_id', 'schedule_id', 'window_from', 'window_to', 'due_at', 'give_up_at', 'retry_at', 'state'],
    nullableText: [
      'reason',
      'message',
      'date_from',
      'job_id',
      'expires_at',
      'attempted_at',
      'claimed_by',
      'claimed_until',
      'ended_at',
    ],
    counter: ['attempts', 'repeats'],
    nullableInteger: ['row_count', 'size_bytes'],
    unique: { once: ['schedule_id', 'window_to'] },
    references: { account_id: 'accounts', schedule_id: 'report_schedules' },
    cascade: ['schedule_id'],
  })
  await createIndexes(schema, 'report_schedule_runs', {
    by_account: ['account_id', 'due_at'],
    by_state: ['state', 'retry_at'],
    by_job: ['job_id'],
  })
}
