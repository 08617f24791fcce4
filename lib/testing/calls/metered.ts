import type { Operation } from '@/lib/contract/operation'
import { contract } from '@/lib/contract/table'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import type { Caller, ChargeMeter } from '@/lib/service/http/context'
import { toChargeGroup } from '@/lib/service/metering/charged-last'
import { createMeter } from '@/lib/service/metering/metering'
import { toAccount } from '@/lib/service/metering/plans'
import { inGroup } from '@/lib/service/metering/statements/group-commit'

import type { TestService } from '../service'

/** Runs `work` with a meter of a pool, like the service does for one answer; for pools that no operation uses yet. */
export async function withMeter<T>(
  service: TestService,
  requested: { accountId: string; pool: Operation['pool']; caller?: Caller; now?: Date },
  work: (meter: ChargeMeter) => Promise<T>,
): Promise<T> {
  const { dependencies } = service.service
  const row = await findAccount(service.storage.db, requested.accountId)
  if (!row) throw new Error('There is no such account')
  const operation: Operation = { ...contract['record.get'], pool: requested.pool, path: '/v1/record' }
  const base = {
    account: toAccount(row),
    caller: requested.caller ?? { via: 'panel' as const, principal: service.principalOf(requested.accountId) },
    engine: service.storage.engine,
    now: requested.now ?? service.clock.now(),
    requestId: 'test-request',
    request: new Request('http://localhost/'),
    address: undefined,
    addTrailers: undefined,
    answerHeaders: new Headers(),
    dependencies,
  }
  return inGroup(service.storage, toChargeGroup(base), async (_db, charges) => {
    const meter = createMeter({ operation, name: 'record.get', base, charges })
    const result = await work(meter)
    meter.close()
    return result
  })
}
