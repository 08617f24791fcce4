import type { Insertable } from 'kysely'

import { type LeaseHolder, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import type { Db } from '@/lib/storage/storage'

import type { ReportJobTable } from '../tables'

type NewReportJob = Pick<
  ReportJobTable,
  'id' | 'account_id' | 'source' | 'format' | 'date_from' | 'date_to' | 'filter_id' | 'monitor_tag' | 'created_at'
>

/** Queues a job in the transaction that counted it. */
export async function insertReportJob(db: Db, job: NewReportJob): Promise<ReportJobTable> {
  const position = await allocateNumbers(db, 'report_jobs', 1)
  const row: Insertable<ReportJobTable> = { ...job, status: 'queued', position }
  return db.insertInto('report_jobs').values(row).returningAll().executeTakeFirstOrThrow()
}

export const findReportJob = (db: Db, accountId: string, id: string): Promise<ReportJobTable | undefined> =>
  db.selectFrom('report_jobs').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

/** Counts one custom report in a month that is locked (`lockMonth`). */
export async function countReport(db: Db, accountId: string, month: string): Promise<void> {
  await db
    .updateTable('usage_months')
    .set((row) => ({ reports: row('reports', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .execute()
}

/** Newest first; `before` is a position. */
export function listReportJobs(
  db: Db,
  accountId: string,
  page: { before: number | undefined; limit: number },
): Promise<ReportJobTable[]> {
  let query = db.selectFrom('report_jobs').selectAll().where('account_id', '=', accountId)
  if (page.before !== undefined) query = query.where('position', '<', page.before)
  return query.orderBy('position', 'desc').limit(page.limit).execute()
}

export const countReportJobs = (db: Db, accountId: string): Promise<number> =>
  ofAccount(db, 'report_jobs', accountId).$call(countRows)

export const reportJobLease = leaseOf('report_jobs')

/**
 * Claims a job that is queued or whose claim has expired: the oldest job of the account whose last report is oldest, so
 * that an account with fifty orders does not delay others. The update checks again that the job is free, so if two
 * processes choose the same job, one gets nothing and must try again.
 */
export async function claimReportJob(
  db: Db,
  { by, now, until }: Omit<Lease, 'id'>,
): Promise<ReportJobTable | undefined> {
  for (;;) {
    const free = await nextFreeJob(db, now)
    if (!free) return undefined
    const claimed = await db
      .updateTable('report_jobs')
      .set({ status: 'running', claimed_by: by, claimed_until: until })
      .where('id', '=', free.id)
      .where((job) =>
        job.or([job('status', '=', 'queued'), job('status', '=', 'running').and('claimed_until', '<=', now)]),
      )
      .returningAll()
      .executeTakeFirst()
    if (claimed) return claimed
  }
}

/** Sorts before any instant, as text. */
const NEVER = ''

const nextFreeJob = (db: Db, now: string) =>
  db
    .selectFrom((waiting) =>
      waiting
        .selectFrom('report_jobs')
        .select((job) => ['account_id', job.fn.min('position').as('position')])
        .where((job) =>
          job.or([job('status', '=', 'queued'), job('status', '=', 'running').and('claimed_until', '<=', now)]),
        )
        .groupBy('account_id')
        .as('first'),
    )
    .innerJoin('report_jobs as job', (join) =>
      join.onRef('job.account_id', '=', 'first.account_id').onRef('job.position', '=', 'first.position'),
    )
    .select('job.id')
    .orderBy((e) =>
      e.fn.coalesce(
        e
          .selectFrom('report_jobs as made')
          .select((eb) => eb.fn.max('made.finished_at').as('at'))
          .whereRef('made.account_id', '=', 'first.account_id'),
        e.val(NEVER),
      ),
    )
    .orderBy('first.position')
    .limit(1)
    .executeTakeFirst()

type Ending =
  | Required<Pick<ReportJobTable, 'status' | 'row_count' | 'size_bytes' | 'sha256' | 'file' | 'expires_at'>>
  | { status: 'failed'; error: string }

/** Returns false, without a change, if the claim was lost: another process makes the report. */
export const endReportJob = (
  db: Db,
  { finished_at, ...holding }: LeaseHolder & { readonly finished_at: string },
  ending: Ending,
): Promise<boolean> => reportJobLease.settle(db, holding, { ...ending, finished_at })

/** Holders of claims that may still be valid. */
export async function reportMakers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('report_jobs')
    .select('claimed_by')
    .distinct()
    .where('status', '=', 'running')
    .where('claimed_by', 'is not', null)
    .execute()
  return rows.flatMap(({ claimed_by }) => claimed_by ?? [])
}

/** Ends the claims of a process that has ended, so that others start its reports again. */
export async function endReportClaims(db: Db, { by, at }: { by: string; at: string }): Promise<void> {
  await db
    .updateTable('report_jobs')
    .set({ claimed_until: at })
    .where('status', '=', 'running')
    .where('claimed_by', '=', by)
    .where('claimed_until', '>', at)
    .execute()
}

export async function expireReportJobs(db: Db, now: string): Promise<void> {
  await db
    .updateTable('report_jobs')
    .set({ status: 'expired' })
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now)
    .execute()
}

export async function deleteReportJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('report_jobs').where('id', '=', id).execute()
}

/** Expired jobs that still reference a file and expired before `instant`. */
export const expiredJobFiles = (db: Db, instant: string) =>
  db
    .selectFrom('report_jobs')
    .select(['id', 'file'])
    .where('status', '=', 'expired')
    .where('expires_at', '<=', instant)
    .where('file', 'is not', null)
    .execute()

export async function forgetJobFile(db: Db, id: string): Promise<void> {
  await db.updateTable('report_jobs').set({ file: null }).where('id', '=', id).execute()
}

export async function deleteReportJobsBefore(db: Db, instant: string): Promise<void> {
  await db
    .deleteFrom('report_jobs')
    .where('status', 'in', ['expired', 'failed'])
    .where('finished_at', '<=', instant)
    .where('file', 'is', null)
    .execute()
}

/** Files that are referenced, relative to the reports folder, with their expiry. */
export async function listReportFiles(db: Db): Promise<{ file: string; expires_at: string | null }[]> {
  const daily = await db.selectFrom('daily_reports').select(['file', 'expires_at']).execute()
  const jobs = await db
    .selectFrom('report_jobs')
    .select(['file', 'expires_at'])
    .where('file', 'is not', null)
    .$narrowType<{ file: string }>()
    .execute()
  return [...daily, ...jobs]
}

export async function listJobFilesOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('report_jobs').select('file').where('account_id', '=', accountId).execute()
  return rows.flatMap(({ file }) => file ?? [])
}
