import type { Db } from '../storage'
import type { JobRunTable } from '../tables'

type Turns = Pick<JobRunTable, 'name' | 'started_at' | 'duration_ms' | 'succeeded_at' | 'failed_at' | 'error'> & {
  /** Since the last time that this process recorded them. */
  readonly runs: number
  readonly failures: number
}

/** Adds turns of a job to those that are recorded; a null leaves what is there. */
export async function recordTurns(db: Db, turns: Turns): Promise<void> {
  const { runs, failures, succeeded_at, failed_at, error, started_at, duration_ms } = turns
  await db
    .insertInto('job_runs')
    .values(turns)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        started_at,
        duration_ms,
        ...(succeeded_at !== null && { succeeded_at }),
        ...(failed_at !== null && { failed_at, error }),
        runs: row('job_runs.runs', '+', runs),
        failures: row('job_runs.failures', '+', failures),
      })),
    )
    .execute()
}

export const listJobRuns = (db: Db): Promise<JobRunTable[]> =>
  db.selectFrom('job_runs').selectAll().orderBy('name').execute()
