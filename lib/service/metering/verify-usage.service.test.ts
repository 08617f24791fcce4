import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sumLedger } from '@/lib/service/metering/statements/ledger'
import { insertCompany } from '@/lib/testing/companies'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from './verify-usage'

describe.each(sqliteOnly)('usage verify on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const call = async (key: string) => (await service.request(key, 'GET', '/v1/record?krs=18')).status
  const createChargedAccount = async (calls = 2, limits = { lookups: 1 }) => {
    const account = await service.createAccount({ limits })
    for (let n = 0; n < calls; n++) expect(await call(account.apiKey)).toBe(200)
    return account
  }
  const change = (accountId: string, to: Readonly<Record<string, string | number>>) =>
    service.storage.db.updateTable('ledger').set(to).where('account_id', '=', accountId).execute()

  it('does not block charged calls while it reads, and does not see them', async () => {
    const { accountId, apiKey } = await createChargedAccount()
    let concurrentStatus = 0
    const found = await service.storage.readSnapshot(async (db) => {
      const before = await sumLedger(db, accountId)
      concurrentStatus = await call(apiKey)
      // A counter that becomes wrong now is not part of the snapshot.
      await service.storage.db
        .updateTable('usage_months')
        .set({ lookups: 70 })
        .where('account_id', '=', accountId)
        .execute()
      expect(await sumLedger(db, accountId)).toEqual(before)
      return verifyUsage({ storage: { ...service.storage, readSnapshot: (read) => read(db) } }, accountId)
    })
    expect(concurrentStatus).toBe(200)
    expect(found).toEqual([])
    expect(await verifyUsage(service, accountId)).toEqual([
      { accountId, of: '2026-11', counter: 'lookups', stored: 70, ledger: 3 },
    ])
  })

  it('cannot write', async () => {
    const { accountId } = await createChargedAccount(1)
    const write = service.storage.readSnapshot((db) =>
      db.deleteFrom('ledger').where('account_id', '=', accountId).execute(),
    )
    await expect(write).rejects.toThrow(/read-?only/i)
    expect(await verifyUsage(service, accountId)).toEqual([])
  })

  it('closes its snapshot when reading fails', async () => {
    const failing = service.storage.readSnapshot(() => Promise.reject(new Error('the read failed')))
    await expect(failing).rejects.toThrow('the read failed')
    const { accountId } = await createChargedAccount()
    expect(await verifyUsage(service, accountId)).toEqual([])
  })

  it('reports a row whose amount differs from its units times its price', async () => {
    const { accountId } = await createChargedAccount(3)
    await service.storage.db
      .updateTable('ledger')
      .set({ overage_grosz: 9 })
      .where('account_id', '=', accountId)
      .where('overage_units', '>', 0)
      .execute()
    expect(await verifyUsage(service, accountId)).toContainEqual({
      accountId,
      of: '2026-11-20',
      wrong: 'overage_grosz is not overage_units × unit_grosz (rows: 2)',
    })
  })

  it.each([
    ['2026-11-19T22:59:59.999Z', '2026-11-19T22:59:59.999Z'],
    ['2026-11-20T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
  ])('reports a row whose moment %s is in another Warsaw day', async (at, shown) => {
    const { accountId } = await createChargedAccount()
    await change(accountId, { at })
    expect(await verifyUsage(service, accountId)).toEqual([
      { accountId, of: '2026-11-20', wrong: `at is not within the Warsaw day (${shown} to ${shown})` },
    ])
  })

  it('accepts the first and the last moment of a day', async () => {
    const { accountId } = await createChargedAccount()
    for (const at of ['2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z']) {
      await change(accountId, { at })
      expect(await verifyUsage(service, accountId)).toEqual([])
    }
  })

  it('reports a row whose month does not match its day, and an invalid day', async () => {
    const { accountId } = await createChargedAccount()
    await change(accountId, { month: '2026-10' })
    expect(await verifyUsage(service, accountId)).toContainEqual({
      accountId,
      of: '2026-11-20',
      wrong: 'month is 2026-10',
    })
    await change(accountId, { month: '2026-11', day: '2026-11-31' })
    const wrong = 'at is not within the Warsaw day (2026-11-20T11:00:00.000Z to 2026-11-20T11:00:00.000Z)'
    expect(await verifyUsage(service, accountId)).toContainEqual({ accountId, of: '2026-11-31', wrong })
  })
})
