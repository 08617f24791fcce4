import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Checks of the white list: runs, their numbers, the rows that users entered, and schedules that start runs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createSchedules(schema)
  await createRuns(schema)
  await createRows(schema)
}

type Schema = Parameters<typeof createTable>[0]

async function createSchedules(schema: Schema): Promise<void> {
  await createTable(schema, 'white_list_schedules', {
    id: 'id',
    text: ['account_id', 'name', 'tag', 'rhythm', 'created_by', 'payer', 'created_at', 'updated_at', 'next_at'],
    nullableText: ['stopped', 'stopped_at', 'last_at', 'last_outcome', 'last_run_id'],
    counter: ['weekday', 'hour', 'budget_units', 'after_midnight', 'enabled'],
    nullableInteger: ['last_numbers'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'white_list_schedules', { by_account: ['account_id'], by_due: ['enabled', 'next_at'] })
}

async function createRuns(schema: Schema): Promise<void> {
  await createTable(schema, 'white_list_runs', {
    id: 'id',
    text: ['account_id', 'name', 'list_sha256', 'created_by', 'payer', 'created_at', 'state'],
    nullableText: [
      'schedule_id',
      'reason',
      'message',
      'wait_until',
      'finished_at',
      'chunk_key',
      'chunk_at',
      'claimed_by',
      'claimed_until',
    ],
    counter: [
      'rows',
      'numbers',
      'units',
      'unsaid',
      'after_midnight',
      'keeps_keys',
      'chunk_size',
      'failures',
      'budget_units',
    ],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'white_list_runs', {
    by_account: ['account_id', 'created_at'],
    by_list: ['account_id', 'list_sha256', 'created_at'],
    by_schedule: ['schedule_id', 'created_at'],
    by_state: ['state', 'wait_until'],
  })
}

async function createRows(schema: Schema): Promise<void> {
  await createTable(schema, 'white_list_numbers', {
    text: ['run_id', 'account_id', 'kind', 'value', 'state', 'folded'],
    nullableText: ['status', 'removed_on', 'name', 'nip', 'request_id', 'answered_at', 'sha256', 'answer', 'fault'],
    counter: ['position'],
    primary: ['run_id', 'position'],
    references: { run_id: 'white_list_runs', account_id: 'accounts' },
    cascade: ['run_id'],
  })
  await createIndexes(schema, 'white_list_numbers', { by_state: ['run_id', 'state', 'position'] })
  await createTable(schema, 'white_list_rows', {
    text: ['run_id', 'account_id'],
    nullableText: ['account', 'day', 'verdict'],
    counter: ['position', 'line', 'number'],
    primary: ['run_id', 'position'],
    references: { run_id: 'white_list_runs', account_id: 'accounts' },
    cascade: ['run_id'],
  })
  await createIndexes(schema, 'white_list_rows', { by_number: ['run_id', 'number'] })
}
