import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** Outcome of the last runs of each periodic job. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'job_runs', {
    id: 'name',
    text: ['started_at'],
    counter: ['duration_ms', 'runs', 'failures'],
    nullableText: ['succeeded_at', 'failed_at', 'error'],
  })
}
