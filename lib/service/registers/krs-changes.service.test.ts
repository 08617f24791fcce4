import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { UsageSummary } from '@/lib/contract/usage'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { announcementOf, publishMany } from '@/lib/testing/announcements'
import { chargesOf, ledgerOf } from '@/lib/testing/ledger'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const withHardLimit = (lookups: number) => ({ limits: { lookups }, spendCapPln: 0 })
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
const CHANGES = 230

describe.each(sqliteOnly)('the stream of KRS changes on %s', (engine) => {
  let service: TestService
  let stored: AnnouncementTable[]
  beforeAll(async () => {
    service = await startTestService({ engine })
    stored = await publishMany(service.storage, 'krs', CHANGES)
    await publishMany(service.storage, 'krz', 3)
  })
  afterAll(() => service.stop())

  const get = (key: string, query = '') => service.request<string>(key, 'GET', `/v1/krs/changes/stream${query}`)

  it('returns the stored rows, oldest first', async () => {
    const { apiKey } = await service.createAccount()
    const { body, headers } = await get(apiKey)
    const rows = stored.toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1)).map(({ row }) => row)
    expect(linesOf(body)).toEqual(rows)
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    const { body: summary } = await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')
    expect(summary.counts).toMatchObject({ lookups: 23, rejestr: 23, announcement: 0 })
  })

  it.each([
    [1, [1]],
    [9, [1]],
    [10, [1]],
    [11, [2]],
    [15, [2]],
    [200, [20]],
    [201, [20, 1]],
    [230, [20, 3]],
  ])('charges one unit per ten of %i changes, rounded up once', async (limit, charges) => {
    const { accountId, apiKey } = await service.createAccount()
    expect(linesOf((await get(apiKey, `?limit=${limit}`)).body)).toHaveLength(limit)
    expect((await ledgerOf(service, accountId)).map(({ calls }) => calls)).toEqual(
      charges.map((_, at) => (at === 0 ? 1 : 0)),
    )
    expect(await chargesOf(service, accountId)).toEqual(charges)
  })

  it.each([
    [1, 10, [1]],
    [2, 20, [2]],
    [20, 200, [20]],
    [21, 210, [20, 1]],
    [22, 220, [20, 2]],
    [23, 230, [20, 3]],
    [24, 230, [20, 3]],
  ])('with %i units left returns %i changes', async (unitsLeft, changes, charges) => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(unitsLeft))
    expect(linesOf((await get(apiKey)).body)).toHaveLength(changes)
    expect(await chargesOf(service, accountId)).toEqual(charges)
  })

  it('returns 402 when no units are left, and charges nothing', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(0))
    expect(await get(apiKey)).toMatchObject({ status: 402, body: { detail: { pool: 'lookups', limit: 0, used: 0 } } })
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it('never exceeds the pool and rounds up once under parallel streams', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(50))
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(apiKey, '?limit=211')))
    const lines = answers.map(({ status, body }) => (status === 200 ? linesOf(body).length : 0))
    const units = (await chargesOf(service, accountId)).reduce((sum, each) => sum + each, 0)
    expect(units).toBe(50)
    expect(lines.reduce((sum, count) => sum + Math.ceil(count / 10), 0)).toBe(50)
  })

  it('filters by one company, however its number is written', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const companyAnnouncements = [400, 401].map((index) =>
      announcementOf('krs', index, { krs: '0000000018', day: '2026-10-05' }),
    )
    await insertAnnouncements(service.storage.db, companyAnnouncements)
    for (const krs of ['18', '0000000018', 'KRS%200000000018']) {
      expect(linesOf((await get(apiKey, `?krs=${krs}`)).body)).toHaveLength(2)
    }
    expect((await get(apiKey, '?krs=18&date_from=2026-10-06')).body).toBe('')
    expect(await chargesOf(service, accountId)).toEqual([1, 1, 1, 0])
    const ids = companyAnnouncements.map(({ id }) => id)
    await service.storage.db.deleteFrom('announcements').where('id', 'in', ids).execute()
  })

  it.each([['12345678901'], ['abc'], ['0000000000']])('rejects the number %s with 422', async (krs) => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await get(apiKey, `?krs=${krs}`)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'krs'] }] } })
    expect(await chargesOf(service, accountId)).toEqual([])
  })
})
