import { expect } from 'vitest'

import { verifyUsage } from '@/lib/service/metering/verify-usage'

import type { TestService } from './service'

export const ledgerOf = (on: TestService, accountId: string) =>
  on.storage.db
    .selectFrom('ledger')
    .select(['operation', 'pool', 'register', 'calls', 'units', 'month', 'day', 'request_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Units of each charge of an account, in order; fails if the counters differ. */
export async function chargesOf(on: TestService, accountId: string): Promise<number[]> {
  expect(await verifyUsage(on, accountId)).toEqual([])
  return (await ledgerOf(on, accountId)).map(({ units }) => units)
}
