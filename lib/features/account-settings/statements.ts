import { UNLIMITED_TERMS, type RetentionTerms } from '@/lib/features/retention/domain/retention'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { findMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import type { AccountSettingsTable } from './tables'

type Settings = Omit<AccountSettingsTable, 'account_id'>

const defaultSettings: Settings = {
  second_factor_required_at: null,
  spending_roles: null,
  session_idle_minutes: null,
  event_months: null,
  audit_months: null,
  draft_days: null,
  first_steps_dismissed_at: null,
}

export async function readAccountSettings(db: Db, accountId: string): Promise<AccountSettingsTable> {
  const row = await db.selectFrom('account_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row ?? { account_id: accountId, ...defaultSettings }
}

export async function updateAccountSettings(
  db: AccountTx,
  accountId: string,
  change: Partial<Settings>,
): Promise<void> {
  await db
    .insertInto('account_settings')
    .values({ account_id: accountId, ...defaultSettings, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

/** Key of the storage periods that the operator sets as defaults. */
const DEFAULTS = 'retention_defaults'

export const readRetentionDefaults = async (db: Db): Promise<RetentionTerms> => termsIn(await findMeta(db, DEFAULTS))

/** Reads the defaults for a transaction that changes them. */
export const lockRetentionDefaults = async (db: Db): Promise<RetentionTerms> => termsIn(await lockMeta(db, DEFAULTS))

export const writeRetentionDefaults = (db: Db, terms: RetentionTerms): Promise<void> =>
  putMeta(db, DEFAULTS, JSON.stringify(terms))

// Safe: only `writeRetentionDefaults` writes this JSON.
const termsIn = (json: string | undefined): RetentionTerms => ({
  ...UNLIMITED_TERMS,
  ...(json !== undefined && (JSON.parse(json) as RetentionTerms)),
})
