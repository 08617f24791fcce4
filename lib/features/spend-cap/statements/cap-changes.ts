import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { CapChangeTable } from '../tables'

/** Newest first. */
export function listCapChanges(db: Db, accountId: string, limit: number): Promise<CapChangeTable[]> {
  return ofAccount(db, 'cap_changes', accountId).selectAll().orderBy('number', 'desc').limit(limit).execute()
}

/** Number of the newest entry; 0 before the first. */
export async function lastCapNumber(db: Db, accountId: string): Promise<number> {
  const last = await ofAccount(db, 'cap_changes', accountId)
    .select((e) => e.fn.max('number').as('number'))
    .executeTakeFirst()
  return last?.number ?? 0
}

/** Adds the next entry. The caller holds the lock of the account. */
export async function insertCapChange(db: AccountTx, change: Omit<CapChangeTable, 'number'>): Promise<void> {
  const number = (await lastCapNumber(db, change.account_id)) + 1
  await db
    .insertInto('cap_changes')
    .values({ ...change, number })
    .execute()
}

/** The oldest entry: its previous cap is the beginning of the history. */
export const findFirstCapChange = (db: Db, accountId: string): Promise<CapChangeTable | undefined> =>
  ofAccount(db, 'cap_changes', accountId).selectAll().orderBy('number').limit(1).executeTakeFirst()

export const readKnownCap = accountRow('known_caps').find

export type ObservedCap = { readonly accountId: string; readonly capPln: number | null; readonly at: string }

/** Records the current cap and settles any pending intent. */
export async function recordCap(db: AccountTx, { accountId, capPln, at }: ObservedCap): Promise<void> {
  const row = { account_id: accountId, cap_pln: capPln, first_seen_at: at, seen_at: at, intent: null }
  await db
    .insertInto('known_caps')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ cap_pln: capPln, seen_at: at, intent: null }))
    .execute()
}

export async function setIntent(db: Db, accountId: string, intent: string | null): Promise<void> {
  await db.updateTable('known_caps').set({ intent }).where('account_id', '=', accountId).execute()
}
