import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { type LeaseHolder, isFree, leaseOf } from '@/lib/storage/engine/lease'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { WhiteListRunTable } from '../tables'

type RunKey = { readonly accountId: string; readonly id: string }

/** False if a run with this id exists, in any account. */
export const insertWhiteListRun = (db: AccountTx, row: WhiteListRunTable): Promise<boolean> =>
  insertNew(db, 'white_list_runs', row, ['id'])

export const findWhiteListRun = (db: Db, { accountId, id }: RunKey): Promise<WhiteListRunTable | undefined> =>
  ofAccount(db, 'white_list_runs', accountId).selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const listWhiteListRuns = (
  db: Db,
  accountId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<WhiteListRunTable[]> =>
  ofAccount(db, 'white_list_runs', accountId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countWhiteListRuns = (db: Db, accountId: string): Promise<number> =>
  ofAccount(db, 'white_list_runs', accountId).$call(countRows)

/** Earlier runs of the same list or schedule, newest first. */
export const listEarlierRuns = (
  db: Db,
  { account_id, created_at, id, list_sha256, schedule_id }: WhiteListRunTable,
  limit: number,
): Promise<WhiteListRunTable[]> =>
  ofAccount(db, 'white_list_runs', account_id)
    .selectAll()
    .where('created_at', '<=', created_at)
    .where('id', '!=', id)
    .where((e) =>
      e.or([e('list_sha256', '=', list_sha256), ...(schedule_id === null ? [] : [e('schedule_id', '=', schedule_id)])]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks the run until the end of the transaction. */
export const lockWhiteListRun = (tx: AccountTx, id: string): Promise<WhiteListRunTable | undefined> =>
  tx.selectFrom('white_list_runs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export type WhiteListRunChange = Partial<Omit<WhiteListRunTable, 'id' | 'account_id'>>

export async function updateWhiteListRun(db: AccountTx, id: string, change: WhiteListRunChange): Promise<void> {
  await db.updateTable('white_list_runs').set(change).where('id', '=', id).execute()
}

/** Deletes a run with its numbers and rows. */
export async function deleteWhiteListRun(db: AccountTx, id: string): Promise<void> {
  await db.deleteFrom('white_list_rows').where('run_id', '=', id).execute()
  await db.deleteFrom('white_list_numbers').where('run_id', '=', id).execute()
  await db.deleteFrom('white_list_runs').where('id', '=', id).execute()
}

/**
 * Runs that can continue now, with the account's API key: running ones, waiting ones whose time has come, and finished
 * ones with an open call whose process died. Oldest first.
 */
export const listDueRuns = (db: Db, now: string) =>
  db
    .selectFrom('white_list_runs')
    .innerJoin('accounts', 'accounts.id', 'white_list_runs.account_id')
    .select(['white_list_runs.id', 'white_list_runs.account_id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where((e) =>
      e.or([
        e('white_list_runs.state', '=', 'running'),
        e.and([e('white_list_runs.state', '=', 'waiting'), e('white_list_runs.wait_until', '<=', now)]),
        e.and([e('white_list_runs.state', '=', 'cancelled'), e('white_list_runs.chunk_key', 'is not', null)]),
      ]),
    )
    .where(isFree(now, 'white_list_runs.claimed_until'))
    .orderBy('white_list_runs.created_at')
    .orderBy('white_list_runs.id')
    .execute()
export type DueRun = Awaited<ReturnType<typeof listDueRuns>>[number]

/** Only one process at a time works on a run. */
export const whiteListRunLease = leaseOf('white_list_runs')

/** Updates a running run that the holder has claimed; a run that was cancelled in between stays cancelled. */
export async function updateClaimedRun(db: Db, holder: LeaseHolder, change: WhiteListRunChange): Promise<void> {
  await whiteListRunLease.own(db, holder).set(change).where('state', '=', 'running').execute()
}

/** Detaches the runs of a schedule that is deleted; the runs stay. */
export async function detachScheduleFromRuns(tx: AccountTx, scheduleId: string): Promise<void> {
  await tx.updateTable('white_list_runs').set({ schedule_id: null }).where('schedule_id', '=', scheduleId).execute()
}
