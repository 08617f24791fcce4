import type { Operation } from '@/lib/contract/operation'
import { contract } from '@/lib/contract/table'
import { chargedBy } from '@/lib/service/charged-last'
import type { Caller, Meter } from '@/lib/service/context'
import { createMeter } from '@/lib/service/metering'
import { toAccount } from '@/lib/service/plans'
import { findAccount } from '@/lib/storage/accounts'
import { inGroup } from '@/lib/storage/group-commit'

import type { TestService } from './service'

/** Runs `work` with a meter of a pool, as the service would within one answer; for pools that no row uses yet. */
export async function withMeter<T>(
  on: TestService,
  asked: { accountId: string; pool: Operation['pool']; caller?: Caller; now?: Date },
  work: (meter: Meter) => Promise<T>,
): Promise<T> {
  const { dependencies } = on.service
  const row = await findAccount(on.storage.db, asked.accountId)
  if (!row) throw new Error('no such account')
  const operation: Operation = { ...contract['record.get'], pool: asked.pool, path: '/v1/record' }
  const base = {
    account: toAccount(row),
    caller: asked.caller ?? { via: 'panel' as const, principal: on.principalOf(asked.accountId) },
    engine: on.storage.engine,
    now: asked.now ?? on.clock.now(),
    requestId: 'test-request',
    request: new Request('http://localhost/'),
    addTrailers: undefined,
    dependencies,
  }
  return inGroup(on.storage, chargedBy(base), async (_db, charges) => {
    const meter = createMeter({ operation, name: 'record.get', base, charges })
    const result = await work(meter)
    meter.close()
    return result
  })
}
