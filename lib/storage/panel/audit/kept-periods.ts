import type { AccountSettingsTable } from '../../people/tables'
import type { Db } from '../../storage'
import type { KeptPeriodTable } from './tables'

type Kept = Omit<KeptPeriodTable, 'account_id'>
const all: Kept = { events_from: null, audit_from: null }

export async function readKeptPeriod(db: Db, accountId: string): Promise<Kept> {
  const row = await db
    .selectFrom('kept_periods')
    .select(['events_from', 'audit_from'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? all
}

export async function writeKeptPeriod(db: Db, accountId: string, change: Partial<Kept>): Promise<void> {
  await db
    .insertInto('kept_periods')
    .values({ account_id: accountId, ...all, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

/** Accounts whose owner wants something deleted after a while. */
export const listForgettingAccounts = (db: Db): Promise<AccountSettingsTable[]> =>
  db
    .selectFrom('account_settings')
    .selectAll()
    .where((e) =>
      e.or([e('event_months', 'is not', null), e('audit_months', 'is not', null), e('draft_days', 'is not', null)]),
    )
    .orderBy('account_id')
    .execute()
