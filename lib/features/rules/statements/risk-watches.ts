import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import { leaseOf } from '@/lib/storage/engine/lease'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { RiskWatchTable } from '../tables-risk'

const watches = accountRow('risk_watches')
export const findRiskWatch = watches.find
export const updateRiskWatch = watches.update

/** Units used in a Warsaw month. */
export const riskUnitsIn = (watch: RiskWatchTable | undefined, month: string): number =>
  watch?.month === month ? watch.used_units : 0

const EMPTY_WATCH = {
  used_units: 0,
  failures: 0,
  day_companies: 0,
  day_units: 0,
  day_unknown: 0,
  claimed_by: null,
  claimed_until: null,
  problem: null,
  retry_at: null,
}

/** Locks the row until the end of the transaction, creating it if necessary. */
export const lockRiskWatch = (tx: AccountTx, first: Pick<RiskWatchTable, 'account_id' | 'month' | 'day'>) =>
  watches.lock(tx, { ...EMPTY_WATCH, ...first })

/** Only one process at a time reads for an account. */
export const riskLease = leaseOf('risk_watches', 'account_id')

type ReservationInput = { readonly accountId: string; readonly month: string; readonly budget: number }

/**
 * Reserves a unit before it is used; if the answer is lost, the unit stays spent. False if the budget does not cover
 * it.
 */
export const reserveRiskUnit = (db: Db, { accountId, month, budget }: ReservationInput): Promise<boolean> =>
  db
    .updateTable('risk_watches')
    .set((e) => ({ used_units: e('used_units', '+', 1), day_units: e('day_units', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .where('used_units', '<', budget)
    .returning('account_id')
    .$call(returnsRow)

/** Records the outcome of a reserved unit. */
export async function settleRiskUnit(
  db: AccountTx,
  accountId: string,
  { units, companies, unknown }: { readonly units: number; readonly companies: number; readonly unknown: number },
): Promise<void> {
  await db
    .updateTable('risk_watches')
    .set((e) => ({
      used_units: e('used_units', '+', units - 1),
      day_units: e('day_units', '+', units - 1),
      day_companies: e('day_companies', '+', companies),
      day_unknown: e('day_unknown', '+', unknown),
    }))
    .where('account_id', '=', accountId)
    .execute()
}

/** Accounts with finished days that are not in the audit log yet. */
export const listRiskDaysBefore = (db: Db, day: string) =>
  db
    .selectFrom('risk_watches')
    .select('account_id')
    .where('day', '<', day)
    .where((e) => e.or([e('day_units', '>', 0), e('day_companies', '>', 0), e('day_unknown', '>', 0)]))
    .execute()

/** Accounts with due requests that may call the service now, with their API keys. */
export const listAccountsToAssess = (db: Db, now: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('risk_watches', 'risk_watches.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where('accounts.state', '!=', 'inactive')
    .where('accounts.id', 'in', (e) => e.selectFrom('risk_asks').select('account_id'))
    .where((e) => e.or([e('risk_watches.retry_at', 'is', null), e('risk_watches.retry_at', '<=', now)]))
    .orderBy('accounts.slug')
    .execute()
