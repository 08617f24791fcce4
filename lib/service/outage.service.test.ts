import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isOutage } from '@/lib/storage/engine/outage'
import { openStorage } from '@/lib/storage/open'
import { type Storage } from '@/lib/storage/storage'
import { insertCompany } from '@/lib/testing/companies'
import { severable, type Severable } from '@/lib/testing/faults/severable'
import { anyText } from '@/lib/testing/matchers'
import { postgresUrl } from '@/lib/testing/postgres'
import { startTestService, type TestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import type { ServiceDependencies } from './http/context'
import { consumeRateLimit } from './metering/rate-limits'
import { verifyUsage } from './metering/verify-usage'
import { createService, type Service } from './service'

const RECORD = '/v1/record?krs=18'

describe.skipIf(postgresUrl === null)('an outage of PostgreSQL', () => {
  let testService: TestService
  let database: Awaited<ReturnType<typeof createDatabase>>
  let connection: Severable
  let severableStorage: Storage
  let service: Service
  let dependencies: ServiceDependencies
  let account: { accountId: string; apiKey: string }
  beforeAll(async () => {
    database = await createDatabase()
    connection = await severable(database.url)
    testService = await startTestService({ engine: 'postgres', databaseUrl: database.url })
    await insertCompany(testService.storage)
    account = await testService.createAccount()
    severableStorage = await openStorage({
      dataDir: testService.service.dependencies.config.dataDir,
      databaseUrl: connection.url,
    })
    dependencies = { ...testService.service.dependencies, storage: severableStorage }
    service = createService(dependencies)
  })
  afterAll(async () => {
    await connection.sever()
    await severableStorage.close()
    await testService.stop()
    await database.drop()
  })

  const callService = (path: string) =>
    service.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': account.apiKey } }))
  const expectUnavailable = async (answer: Response) => {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.json()).toEqual({ detail: { code: 'unavailable', message: anyText } })
  }

  it('causes 503 with Retry-After while it lasts, and normal answers after it', async () => {
    expect((await callService(RECORD)).status).toBe(200)
    await connection.sever()
    for (const path of [RECORD, '/v1/usage/summary', RECORD]) await expectUnavailable(await callService(path))
    await connection.mend()
    expect((await callService(RECORD)).status).toBe(200)
  })

  it('rejects calls that the rate limiter cannot count', async () => {
    await connection.sever()
    await expect(consumeRateLimit(dependencies, 'account x', 'lookups')).rejects.toSatisfy(isOutage)
    await connection.mend()
    await consumeRateLimit(dependencies, 'account x', 'lookups')
  })

  it('charges nothing for an interrupted call, and does not end the process', async () => {
    const used = async () =>
      (await testService.request<{ used: number }>(account.apiKey, 'GET', '/v1/usage/api')).body.used
    const before = await used()
    // Holds the lock that every charge of the account waits for.
    await testService.storage.db.transaction().execute(async (db) => {
      await db.selectFrom('usage_months').selectAll().where('account_id', '=', account.accountId).forUpdate().execute()
      const broken = callService(RECORD)
      await expect.poll(() => countLockWaits(), { interval: 20 }).toBe(1)
      await connection.sever()
      await expectUnavailable(await broken)
    })
    await connection.mend()
    expect(await used()).toBe(before)
    expect(await verifyUsage(testService, account.accountId)).toEqual([])
  })

  async function countLockWaits(): Promise<number> {
    const { rows } = (await testService.storage.pool?.query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )) ?? { rows: [] }
    return rows[0]?.n ?? 0
  }
})

describe.skipIf(postgresUrl === null)('rate limits of several services on one PostgreSQL', () => {
  it('are shared exactly', async () => {
    const database = await createDatabase()
    const config = { rateLimitPerSecond: 1_000, rateLimitPerMinute: 25 }
    const start = () => startTestService({ engine: 'postgres', databaseUrl: database.url, config })
    const services = [await start(), await start(), await start()]
    try {
      const { apiKey } = (await services[0]?.createAccount()) ?? { apiKey: '' }
      const calls = services.flatMap((service) =>
        Array.from({ length: 20 }, () => service.request(apiKey, 'GET', '/v1/usage/summary')),
      )
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(25)
      expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    } finally {
      for (const service of services) await service.stop()
      await database.drop()
    }
  })
})
