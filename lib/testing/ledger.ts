import { expect } from 'vitest'

import { verifyUsage } from '@/lib/service/metering/verify-usage'

import type { TestService } from './service'

export const ledgerOf = (service: TestService, accountId: string) =>
  service.storage.db
    .selectFrom('ledger')
    .select(['operation', 'pool', 'register', 'calls', 'units', 'month', 'day', 'request_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Units of each charge of an account, in order; fails if the counters differ. */
export async function chargesOf(service: TestService, accountId: string): Promise<number[]> {
  expect(await verifyUsage(service, accountId)).toEqual([])
  return (await ledgerOf(service, accountId)).map(({ units }) => units)
}
