import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { WhiteListScheduleTable } from './tables'

export const listWhiteListSchedules = (db: Db, accountId: string): Promise<WhiteListScheduleTable[]> =>
  db
    .selectFrom('white_list_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const findWhiteListSchedule = (
  db: Db,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<WhiteListScheduleTable | undefined> =>
  db
    .selectFrom('white_list_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertWhiteListSchedule(db: AccountTx, row: WhiteListScheduleTable): Promise<void> {
  await db.insertInto('white_list_schedules').values(row).execute()
}

export async function updateWhiteListSchedule(
  db: AccountTx,
  id: string,
  change: Partial<Omit<WhiteListScheduleTable, 'id' | 'account_id'>>,
): Promise<void> {
  await db.updateTable('white_list_schedules').set(change).where('id', '=', id).execute()
}

/** Runs that it started stay. */
export async function deleteWhiteListSchedule(db: AccountTx, id: string): Promise<void> {
  await db.updateTable('white_list_runs').set({ schedule_id: null }).where('schedule_id', '=', id).execute()
  await db.deleteFrom('white_list_schedules').where('id', '=', id).execute()
}

/** With what the account is asked by. */
export const listDueSchedules = (db: Db, now: string) =>
  db
    .selectFrom('white_list_schedules')
    .innerJoin('accounts', 'accounts.id', 'white_list_schedules.account_id')
    .select(['white_list_schedules.id', 'white_list_schedules.account_id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where('white_list_schedules.enabled', '=', 1)
    .where('white_list_schedules.stopped', 'is', null)
    .where('white_list_schedules.next_at', '<=', now)
    .orderBy('white_list_schedules.next_at')
    .execute()
export type DueSchedule = Awaited<ReturnType<typeof listDueSchedules>>[number]

/** Locked to the end of the transaction. */
export const lockWhiteListSchedule = (tx: AccountTx, id: string): Promise<WhiteListScheduleTable | undefined> =>
  tx.selectFrom('white_list_schedules').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
