import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { postgresUrl } from '@/lib/testing/postgres'
import { startTestService, type TestService } from '@/lib/testing/service'

describe.skipIf(postgresUrl === null)('a table that a newer process changes while this one runs', () => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine: 'postgres' })
  })
  afterAll(() => on.stop())

  it('is read and charged on as before', async () => {
    const { apiKey } = await on.createAccount()
    const { krs } = await insertCompany(on.storage)
    const callService = async () => (await on.request(apiKey, 'GET', `/v1/record?krs=${krs}`)).status
    // Runs often enough to reach every connection of the service.
    const askOften = async () => new Set(await Promise.all(Array.from({ length: 40 }, callService)))
    for (let round = 0; round < 3; round += 1) expect(await askOften()).toEqual(new Set([200]))
    for (const table of ['api_keys', 'accounts', 'subjects', 'usage_months', 'usage_days']) {
      await sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(on.storage.db)
    }
    for (let round = 0; round < 3; round += 1) expect(await askOften()).toEqual(new Set([200]))
    const counted = await on.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll().as('calls'))
      .executeTakeFirst()
    expect(counted?.calls).toBe(240)
  })
})
