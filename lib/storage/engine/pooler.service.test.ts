import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { createService } from '@/lib/service/service'
import { insertCompany } from '@/lib/testing/companies'
import { makePooler, pgbouncerProgram } from '@/lib/testing/faults/pooler'
import { postgresUrl } from '@/lib/testing/postgres'
import { openWorkplace, type TestWorkplace } from '@/lib/testing/processes'
import { rounds } from '@/lib/testing/rounds'

import { openStorage } from '../open'

const CALLS = 100

describe.skipIf(postgresUrl === null || pgbouncerProgram === null)('PgBouncer in transaction mode', () => {
  let workplace: TestWorkplace
  let pooler: Awaited<ReturnType<typeof makePooler>>
  let url: string
  let account: { accountId: string; apiKey: string }
  beforeAll(async () => {
    workplace = await openWorkplace('postgres')
    pooler = await makePooler(workplace.databaseUrl ?? '')
    url = pooler.url
    await insertCompany(workplace.storage)
    account = await workplace.createAccount()
  })
  afterAll(async () => {
    await pooler.remove()
    await workplace.close()
  })

  const krs = '0000000018'
  const countCharges = async () => {
    const row = await workplace.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll<number>().as('calls'))
      .executeTakeFirstOrThrow()
    return row.calls
  }

  // Case G01 of lib/testing/cases/README.md
  it('two services share the same connections: every answer is right and every paid call is charged', async () => {
    const before = await countCharges()
    const storages = await Promise.all([1, 2].map(() => openStorage({ dataDir: workplace.dataDir, databaseUrl: url })))
    const config = { ...workplace.dependencies.config, rateLimitPerSecond: 1_000_000, rateLimitPerMinute: 1_000_000 }
    const services = storages.map((storage) => createService({ ...workplace.dependencies, config, storage }))
    try {
      const headers = { 'x-api-key': account.apiKey }
      const answers = await Promise.all(
        Array.from({ length: CALLS }, async (_, call) => {
          const path = call % 4 === 3 ? '/v1/usage/summary' : `/v1/record?krs=${krs}`
          const answer = await services[call % 2]?.handle(new Request(`http://localhost${path}`, { headers }))
          const body = (await answer?.json()) as { krs?: string; pools?: unknown }
          return [answer?.status, call % 4 === 3 ? 'summary' : body.krs]
        }),
      )
      expect(new Set(answers.map(String))).toEqual(new Set([`200,${krs}`, '200,summary']))
      expect(await countCharges()).toBe(before + CALLS * 0.75)
      expect(await verifyUsage(workplace.dependencies, account.accountId)).toEqual([])
    } finally {
      for (const storage of storages) await storage.close()
    }
  })

  it('sets no statement timeout that remains on a shared connection', async () => {
    const storage = await openStorage({ dataDir: workplace.dataDir, databaseUrl: url, statementTimeoutSeconds: 1 })
    const limit = async () =>
      (await storage.pool?.query<{ statement_timeout: string }>('show statement_timeout'))?.rows[0]?.statement_timeout
    try {
      await storage.readSnapshot((db) => db.selectFrom('meta').selectAll().execute())
      await storage.db.transaction().execute((db) => db.selectFrom('meta').selectAll().execute())
      expect(await limit()).toBe('0')
      const slow = storage.db.transaction().execute((db) => db.executeQuery(CompiledQuery.raw('select pg_sleep(30)')))
      await expect(slow).rejects.toMatchObject({ code: '57014' })
    } finally {
      await storage.close()
    }
  })

  it.runIf(rounds({ long: 1, short: 0 }) === 1)('serves two processes through the pooler', async () => {
    const processes = [await workplace.start({ DATABASE_URL: url }), await workplace.start({ DATABASE_URL: url })]
    const before = await countCharges()
    const answers = await Promise.all(
      Array.from({ length: CALLS }, async (_, call) =>
        processes[call % 2]?.request<{ krs: string }>(account.apiKey, 'GET', `/v1/record?krs=${krs}`),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer?.status} ${answer?.body.krs}`))).toEqual(new Set([`200 ${krs}`]))
    expect(await countCharges()).toBe(before + CALLS)
  })
})
