import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { BulkTagChunkTable, BulkTagJobTable, BulkTagStepTable } from '../tables'

export type BulkTagJobRow = BulkTagJobTable & {
  waiting: number
  done: number
  failed: number
  updated: number
  changed: number
  /** State of its undo, if there is one. */
  undo_state: BulkTagJobTable['state'] | null
}

function jobs(db: Db, accountId: string) {
  const sum = (column: 'monitors' | 'updated' | 'changed', state?: BulkTagChunkTable['state']) => {
    const value =
      state === undefined ? sql.ref(`c.${column}`) : sql`case when c.state = ${state} then c.monitors else 0 end`
    return sql<number>`coalesce(sum(${value}), 0)`
  }
  return db
    .selectFrom('bulk_tag_jobs as j')
    .leftJoin('bulk_tag_chunks as c', 'c.job_id', 'j.id')
    .leftJoin('bulk_tag_jobs as u', 'u.undo_of', 'j.id')
    .selectAll('j')
    .select([
      sum('monitors', 'waiting').as('waiting'),
      sum('monitors', 'done').as('done'),
      sum('monitors', 'failed').as('failed'),
      sum('updated').as('updated'),
      sum('changed').as('changed'),
      'u.state as undo_state',
    ])
    .where('j.account_id', '=', accountId)
    .groupBy(['j.id', 'u.state'])
}

export const findJob = (db: Db, accountId: string, id: string): Promise<BulkTagJobRow | undefined> =>
  jobs(db, accountId).where('j.id', '=', id).executeTakeFirst()

export const findUndoOf = (db: Db, accountId: string, id: string): Promise<BulkTagJobRow | undefined> =>
  jobs(db, accountId).where('j.undo_of', '=', id).executeTakeFirst()

export type RunnableJob = Pick<BulkTagJobTable, 'id' | 'account_id' | 'kind' | 'actor'> & {
  readonly user_id: string
  readonly slug: string
  readonly account_name: string
  readonly sealed_api_key: string | null
}

/** Running jobs with open chunks, oldest first: deletions, and changes without activity since an instant. */
export const listRunnable = (db: Db, untouchedSince: string): Promise<RunnableJob[]> =>
  db
    .selectFrom('bulk_tag_jobs as j')
    .innerJoin('accounts as a', 'a.id', 'j.account_id')
    .select(['j.id', 'j.account_id', 'j.kind', 'j.actor', 'a.slug', 'a.name as account_name', 'a.sealed_api_key'])
    .select((e) => e.ref('j.user_id').$notNull().as('user_id'))
    .where('j.state', '=', 'running')
    .where('j.user_id', 'is not', null)
    .where('a.state', '!=', 'inactive')
    .where((e) => e.or([e('j.kind', '=', 'delete'), e('j.touched_at', '<', untouchedSince)]))
    .where((e) =>
      e.exists(
        e
          .selectFrom('bulk_tag_chunks as c')
          .select('c.number')
          .whereRef('c.job_id', '=', 'j.id')
          .where('c.state', '=', 'waiting'),
      ),
    )
    .orderBy('j.created_at')
    .execute()

/** Number of the first untried chunk; undefined if there is none. */
export async function nextWaiting(db: Db, jobId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('bulk_tag_chunks')
    .select('number')
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number
}

export async function reopenChunks(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable('bulk_tag_chunks')
    .set({ state: 'waiting' })
    .where('job_id', '=', jobId)
    .where('state', '=', 'failed')
    .execute()
}

/** Newest first. */
export const listJobs = (db: Db, accountId: string, page: { since: string; limit: number }): Promise<BulkTagJobRow[]> =>
  jobs(db, accountId)
    .where('j.created_at', '>=', page.since)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id')
    .limit(page.limit)
    .execute()

export type NewChunk = Pick<BulkTagChunkTable, 'number' | 'ids' | 'cursor' | 'pages' | 'monitors'>

/** Rows per insert; each may contain a thousand ids. */
const CHUNK_INSERT = 20

/** False if the id, or an undo of the same job, already exists. */
export async function insertJob(db: AccountTx, job: BulkTagJobTable, chunks: readonly NewChunk[]): Promise<boolean> {
  const inserted = await db
    .insertInto('bulk_tag_jobs')
    .values(job)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  for (const rows of chunksOf(chunks, CHUNK_INSERT)) {
    const values = rows.map((row) => ({ ...row, job_id: job.id, state: 'waiting' as const, updated: 0, changed: 0 }))
    await db.insertInto('bulk_tag_chunks').values(values).execute()
  }
  return true
}

export async function updateJob(
  db: Db,
  id: string,
  part: Partial<Pick<BulkTagJobTable, 'state' | 'touched_at' | 'finished_at'>>,
): Promise<void> {
  await db.updateTable('bulk_tag_jobs').set(part).where('id', '=', id).execute()
}

/** False if the job had already ended; its state is then left unchanged. */
export const endRunningJob = (
  db: AccountTx,
  id: string,
  part: Pick<BulkTagJobTable, 'state' | 'finished_at'>,
): Promise<boolean> =>
  db.updateTable('bulk_tag_jobs').set(part).where('id', '=', id).where('state', '=', 'running').$call(wroteRow)

/** The ids of monitors are left out because they are large. */
export const listChunkStates = (db: Db, jobId: string) =>
  db
    .selectFrom('bulk_tag_chunks')
    .select(['number', 'state', 'monitors'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()

export const findChunk = (db: Db, jobId: string, number: number): Promise<BulkTagChunkTable | undefined> =>
  db
    .selectFrom('bulk_tag_chunks')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .executeTakeFirst()

export async function updateChunk(
  db: Db,
  { jobId, number }: { jobId: string; number: number },
  part: Partial<Pick<BulkTagChunkTable, 'state' | 'updated' | 'changed'>>,
): Promise<void> {
  await db.updateTable('bulk_tag_chunks').set(part).where('job_id', '=', jobId).where('number', '=', number).execute()
}

/** Steps of one chunk, or of all chunks. */
export function listSteps(db: Db, jobId: string, chunk?: number): Promise<BulkTagStepTable[]> {
  const rows = db.selectFrom('bulk_tag_steps').selectAll().where('job_id', '=', jobId)
  const selected = chunk === undefined ? rows : rows.where('chunk', '=', chunk)
  return selected.orderBy('chunk').orderBy('number').execute()
}

export async function insertStep(db: Db, step: BulkTagStepTable): Promise<void> {
  await db.insertInto('bulk_tag_steps').values(step).execute()
}

type StepKey = Pick<BulkTagStepTable, 'job_id' | 'chunk' | 'number'>

/** Undefined if it was already finished. */
export const finishStep = (
  db: AccountTx,
  key: StepKey,
  outcome: Pick<BulkTagStepTable, 'differences' | 'updated'>,
): Promise<BulkTagStepTable | undefined> =>
  db
    .updateTable('bulk_tag_steps')
    .set({ state: 'done', ...outcome })
    .where('job_id', '=', key.job_id)
    .where('chunk', '=', key.chunk)
    .where('number', '=', key.number)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst()

/** Used for calls that the service refused, which changed nothing. */
export async function deleteStep(db: Db, key: StepKey): Promise<void> {
  await db
    .deleteFrom('bulk_tag_steps')
    .where('job_id', '=', key.job_id)
    .where('chunk', '=', key.chunk)
    .where('number', '=', key.number)
    .execute()
}

/** Deletes data of the undo after its deadline, and jobs once they are no longer listed. */
export async function deleteOldJobs(db: Db, before: { undoable: string; listed: string }): Promise<void> {
  const old = db.selectFrom('bulk_tag_jobs').select('id').where('created_at', '<', before.undoable)
  // Records of deletions stay as long as the job is listed.
  const undoable = old.where('kind', '!=', 'delete')
  await db.deleteFrom('bulk_tag_steps').where('job_id', 'in', undoable).execute()
  await db
    .updateTable('bulk_tag_chunks')
    .set({ ids: '[]' })
    .where('job_id', 'in', old)
    .where('ids', '!=', '[]')
    .execute()
  await db.deleteFrom('bulk_tag_jobs').where('created_at', '<', before.listed).execute()
}
