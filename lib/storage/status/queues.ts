import { sql } from 'kysely'

import type { Db } from '../storage'
import type { Database, JobRunTable } from '../tables'

export type QueueSize = {
  readonly queue: QueueName
  readonly waiting: number
  /** When the oldest entry was queued; null for an empty queue. */
  readonly oldest: string | null
}

type Queue = {
  readonly table: keyof Database
  readonly since: string
  /** Selects the waiting rows; without it every row waits. */
  readonly waits?: readonly [column: string, ...values: readonly string[]]
  /** For two queues in one table: whether this one has the rows with a value in the column. */
  readonly has?: readonly [column: string, isThere: boolean]
}

/** Each is counted by an index of its state, or in a table that stays small. */
const queues = {
  mails: { table: 'deliveries', since: 'created_at', waits: ['state', 'waiting'], has: ['recipient', true] },
  deliveries: { table: 'deliveries', since: 'created_at', waits: ['state', 'waiting'], has: ['recipient', false] },
  report_orders: { table: 'report_jobs', since: 'created_at', waits: ['status', 'queued', 'running'] },
  report_schedule_runs: { table: 'report_schedule_runs', since: 'due_at', waits: ['state', 'waiting', 'ordered'] },
  white_list_runs: { table: 'white_list_runs', since: 'created_at', waits: ['state', 'running', 'waiting'] },
  bulk_tag_jobs: { table: 'bulk_tag_jobs', since: 'created_at', waits: ['state', 'running'] },
  import_undos: { table: 'imports', since: 'started_at', waits: ['state', 'undoing'] },
  risk_readings: { table: 'risk_asks', since: 'asked_at' },
} as const satisfies Readonly<Record<string, Queue>>

type QueueName = keyof typeof queues
const queueNames = Object.keys(queues) as readonly QueueName[]

export async function readQueues(db: Db): Promise<QueueSize[]> {
  const sizes: QueueSize[] = []
  for (const queue of queueNames) sizes.push({ queue, ...(await sizeOf(db, queues[queue])) })
  return sizes
}

async function sizeOf(db: Db, { table, since, waits, has }: Queue): Promise<Omit<QueueSize, 'queue'>> {
  const [column, ...values] = waits ?? []
  const condition = column === undefined ? sql`true` : sql`${sql.ref(column)} in (${sql.join(values)})`
  const andHas = has === undefined ? sql`` : sql` and (${sql.ref(has[0])} is not null) = ${sql.lit(has[1])}`
  const query = sql<Omit<QueueSize, 'queue'>>`
    select count(*) as waiting, min(${sql.ref(since)}) as oldest from ${sql.table(table)} where ${condition}${andHas}`
  const { rows } = await query.execute(db)
  return { waiting: rows[0]?.waiting ?? 0, oldest: rows[0]?.oldest ?? null }
}

type RecordedRuns = Pick<
  JobRunTable,
  'name' | 'started_at' | 'duration_ms' | 'succeeded_at' | 'failed_at' | 'error'
> & {
  /** Runs since this process last recorded them. */
  readonly runs: number
  readonly failures: number
}

/** Adds runs of a job to the recorded ones; a null does not change the stored value. */
export async function recordJobRun(db: Db, recordedRuns: RecordedRuns): Promise<void> {
  const { runs, failures, succeeded_at, failed_at, error, started_at, duration_ms } = recordedRuns
  await db
    .insertInto('job_runs')
    .values(recordedRuns)
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
