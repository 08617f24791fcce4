import { readRetentionDefaults } from '@/lib/features/account-settings/statements'
import type { RetainedPeriodTable } from '@/lib/features/audit/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import { UNLIMITED_TERMS, retentionTerms, type RetentionTerms, termsOf } from '../domain/retention'

type RetainedPeriod = Omit<RetainedPeriodTable, 'account_id'>
const nothingDeleted: RetainedPeriod = { events_from: null, audit_from: null }

export async function readRetainedPeriod(db: Db, accountId: string): Promise<RetainedPeriod> {
  const row = await ofAccount(db, 'kept_periods', accountId).select(['events_from', 'audit_from']).executeTakeFirst()
  return row ?? nothingDeleted
}

export async function writeRetainedPeriod(
  db: AccountTx,
  accountId: string,
  change: Partial<RetainedPeriod>,
): Promise<void> {
  await db
    .insertInto('kept_periods')
    .values({ account_id: accountId, ...nothingDeleted, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

export type RetentionAccount = RetentionTerms & { readonly account_id: string }

/** Accounts with a retention period, set by their owner or by the operator's default. */
export async function listRetentionAccounts(db: Db): Promise<RetentionAccount[]> {
  const byDefault = await readRetentionDefaults(db)
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('account_settings', 'account_settings.account_id', 'accounts.id')
    .select(['accounts.id as account_id', 'event_months', 'audit_months', 'draft_days'])
    .orderBy('accounts.id')
    .execute()
  return rows
    .map(({ account_id, ...accountTerms }) => ({
      account_id,
      ...termsOf({ ...UNLIMITED_TERMS, ...accountTerms }, byDefault),
    }))
    .filter((terms) => retentionTerms.some((term) => terms[term] !== null))
}
