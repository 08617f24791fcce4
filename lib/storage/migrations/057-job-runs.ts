import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** How the last turns of each periodic job went. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'job_runs', {
    id: 'name',
    text: ['started_at'],
    counter: ['duration_ms', 'runs', 'failures'],
    nullableText: ['succeeded_at', 'failed_at', 'error'],
  })
}
