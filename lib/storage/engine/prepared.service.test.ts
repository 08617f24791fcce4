import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { postgresUrl } from '@/lib/testing/postgres'
import { startTestService, type TestService } from '@/lib/testing/service'

describe.skipIf(postgresUrl === null)('a table altered by a newer process while this one runs', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine: 'postgres' })
  })
  afterAll(() => service.stop())

  it('is still read, and calls are still charged', async () => {
    const { apiKey } = await service.createAccount()
    const { krs } = await insertCompany(service.storage)
    const callService = async () => (await service.request(apiKey, 'GET', `/v1/record?krs=${krs}`)).status
    // Runs often enough to reach every connection of the service.
    const callRepeatedly = async () => new Set(await Promise.all(Array.from({ length: 40 }, callService)))
    for (let round = 0; round < 3; round += 1) expect(await callRepeatedly()).toEqual(new Set([200]))
    for (const table of ['api_keys', 'accounts', 'subjects', 'usage_months', 'usage_days']) {
      await sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(service.storage.db)
    }
    for (let round = 0; round < 3; round += 1) expect(await callRepeatedly()).toEqual(new Set([200]))
    const counted = await service.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll().as('calls'))
      .executeTakeFirst()
    expect(counted?.calls).toBe(240)
  })
})
