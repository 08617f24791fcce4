import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiMeter, UsageDay, UsageEndpoint, UsageSummary } from '@/lib/contract/usage'
import { recordOf } from '@/lib/domain/collections/record-of'
import { monthlyFigures, unusedDay } from '@/lib/domain/usage/pools'
import { deleteMember } from '@/lib/features/members/statements/members'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { withMeter } from '@/lib/testing/calls/metered'
import { insertCompany } from '@/lib/testing/companies'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { plans } from './plans'
import { verifyUsage } from './verify-usage'

describe.each(sqliteOnly)('usage on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const record = (key: string) => service.request(key, 'GET', '/v1/record?krs=18')
  const summaryOf = async (key: string) => (await service.request<UsageSummary>(key, 'GET', '/v1/usage/summary')).body
  const meterOf = async (key: string) => (await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body
  const daysOf = async (key: string, query = '') =>
    (await service.request<{ items: UsageDay[] }>(key, 'GET', `/v1/usage/daily${query}`)).body.items
  const endpointsOf = async (key: string, query = '') =>
    (await service.request<{ items: UsageEndpoint[] }>(key, 'GET', `/v1/usage/breakdown${query}`)).body.items

  it('summarises an account that has used nothing', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { apiKey } = await service.createAccount()
    expect(await summaryOf(apiKey)).toEqual({
      plan: 'Pro',
      plan_tier: 'pro',
      period_start: '2026-10-31T23:00:00.000Z',
      period_end: '2026-11-30T23:00:00.000Z',
      counts: {
        ...recordOf(monthlyFigures, () => 0),
        lookups: 0,
        rejestr: 0,
        announcement: 0,
        bzp: 0,
        risk: 0,
        rdf: 0,
        pdfs: 0,
        pdfs_api: 0,
        reports: 0,
        monitors: 0,
        filters: 0,
        active_sessions: 0,
      },
      limits: {
        ...plans.pro.limits,
        lookups: 20_000,
        rdf: 2_000,
        pdfs: 500,
        reports: 50,
        monitors: 5_000,
        filters: 100,
        wpv_checks: 5_000,
      },
      daily: {
        day_start: '2026-11-19T23:00:00.000Z',
        day_end: '2026-11-20T23:00:00.000Z',
        wpv_checks: 0,
        wpv_checks_limit: 5_000,
      },
    })
    expect(await meterOf(apiKey)).toEqual({
      period_start: '2026-10-31T23:00:00.000Z',
      period_end: '2026-11-30T23:00:00.000Z',
      included: 20_000,
      used: 0,
      overage_units: 0,
      overage_grosz: 0,
      unit_grosz: 8,
      document_units: 0,
      trial: false,
      trial_requests: 0,
      spend_cap_pln: null,
      max_overage_pln: 1_000,
      allowance: 32_500,
    })
    expect(await endpointsOf(apiKey)).toEqual([])
  })

  it('overrides the limits of the plan with those of the account', async () => {
    const { apiKey } = await service.createAccount({ plan: 'enterprise', limits: { lookups: 20, rdf: null } })
    expect((await summaryOf(apiKey)).limits).toMatchObject({ lookups: 20, rdf: null, pdfs: 5_000 })
  })

  it('counts active sessions, but none that is revoked or expired, or of a disabled or removed member', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const now = service.clock.now().toISOString()
    const later = '2027-01-01T00:00:00.000Z'
    const { id: active } = await makeMember(service.storage, { accountId })
    const { id: disabled } = await makeMember(service.storage, { accountId, disabled: true })
    const { id: removed } = await makeMember(service.storage, { accountId })
    await deleteMember(asAccountTx(service.storage.db), accountId, removed)
    const session = {
      account_id: accountId,
      method: 'password' as const,
      address: '127.0.0.1',
      device: '',
      created_at: now,
      last_seen_at: now,
      proved_at: now,
      expires_at: later,
      revoked_at: null,
      second_factor: 0,
    }
    await service.storage.db
      .insertInto('sessions')
      .values([
        { ...session, id: `1-${accountId}`, user_id: active },
        { ...session, id: `2-${accountId}`, user_id: active },
        { ...session, id: `3-${accountId}`, user_id: active, revoked_at: now },
        { ...session, id: `4-${accountId}`, user_id: active, expires_at: now },
        { ...session, id: `5-${accountId}`, user_id: disabled },
        { ...session, id: `6-${accountId}`, user_id: removed },
      ])
      .execute()
    expect((await summaryOf(apiKey)).counts.active_sessions).toBe(2)
  })

  it('counts a PDF in pdfs, and in pdfs_api only with a key', async () => {
    const { accountId, apiKey } = await service.createAccount()
    await withMeter(service, { accountId, pool: 'pdf' }, (meter) => meter.charge(1))
    const key = await service.storage.db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    await withMeter(service, { accountId, pool: 'pdf', caller: { via: 'api', key } }, (meter) => meter.charge(2))
    expect((await summaryOf(apiKey)).counts).toMatchObject({ pdfs: 3, pdfs_api: 2 })
    expect((await meterOf(apiKey)).document_units).toBe(3)
  })

  it('lists every day of the period up to today, zeros included', async () => {
    service.clock.set('2026-11-18T10:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 1 } })
    await record(apiKey)
    await record(apiKey)
    // 23:30 in Warsaw, then 00:30 of the next day.
    service.clock.set('2026-11-18T22:30:00.000Z')
    await withMeter(service, { accountId, pool: 'rdf' }, (meter) => meter.charge(5))
    service.clock.set('2026-11-18T23:30:00.000Z')
    await withMeter(service, { accountId, pool: 'wpv' }, (meter) => meter.charge(7))
    service.clock.set('2026-11-20T11:00:00.000Z')
    const days = await daysOf(apiKey)
    expect(days.map(({ date }) => date)).toEqual(
      Array.from({ length: 20 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`),
    )
    expect(days[17]).toEqual({
      ...unusedDay,
      date: '2026-11-18',
      lookups: 2,
      rdf: 5,
      overage_units: 1,
      overage_grosz: 8,
    })
    expect(days[18]).toEqual({ ...unusedDay, date: '2026-11-19', wpv_checks: 7 })
    expect(days[19]).toEqual({ ...unusedDay, date: '2026-11-20' })
    expect(days.filter(({ lookups }) => lookups > 0)).toHaveLength(1)
    expect(await verifyUsage(service, accountId)).toEqual([])
  })

  it('lists past months in full and future ones empty', async () => {
    const { apiKey } = await service.createAccount()
    expect(await daysOf(apiKey, '?month=2024-02')).toHaveLength(29)
    expect(await daysOf(apiKey, '?month=2026-10')).toHaveLength(31)
    expect(await daysOf(apiKey, '?month=2026-12')).toEqual([])
    for (const month of ['0000-01', '9999-12', '2026-13', '2026-1', '11-2026', '', 'now']) {
      for (const path of ['daily', 'breakdown']) {
        const answer = await service.request(apiKey, 'GET', `/v1/usage/${path}?month=${month}`)
        expect(answer.status).toBe(422)
        expect(answer.body).toMatchObject({ detail: [{ loc: ['query', 'month'] }] })
      }
    }
  })

  it('breaks usage down by endpoint, most units first', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount()
    await record(apiKey)
    await record(apiKey)
    await withMeter(service, { accountId, pool: 'rdf' }, (meter) => meter.charge(5))
    await withMeter(service, { accountId, pool: 'rdf' }, (meter) => meter.charge(0))
    expect(await endpointsOf(apiKey)).toEqual([
      { endpoint: '/v1/record', pool: 'rdf', calls: 2, units: 5 },
      { endpoint: '/v1/record', pool: 'lookups', calls: 2, units: 2 },
    ])
    expect(await endpointsOf(apiKey, '?month=2026-10')).toEqual([])
  })

  it.each([
    // Warsaw is one hour ahead of UTC in winter and two in summer.
    ['2026-11-30T22:59:59.999Z', '2026-11-30T23:00:00.000Z', '2026-11', '2026-12-31T23:00:00.000Z'],
    ['2026-06-30T21:59:59.999Z', '2026-06-30T22:00:00.000Z', '2026-06', '2026-07-31T22:00:00.000Z'],
    ['2026-10-31T22:59:59.999Z', '2026-10-31T23:00:00.000Z', '2026-10', '2026-11-30T23:00:00.000Z'],
    ['2026-03-31T21:59:59.999Z', '2026-03-31T22:00:00.000Z', '2026-03', '2026-04-30T22:00:00.000Z'],
  ])('starts a new month at midnight in Warsaw: %s → %s', async (...[last, first, month, end]) => {
    service.clock.set(last)
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 1 }, spendCapPln: 0 })
    expect((await record(apiKey)).status).toBe(200)
    const refused = await record(apiKey)
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ detail: { pool: 'lookups', resets_at: first } })
    service.clock.set(first)
    expect(await meterOf(apiKey)).toMatchObject({ used: 0, allowance: 1, period_start: first, period_end: end })
    expect((await record(apiKey)).status).toBe(200)
    expect((await daysOf(apiKey, `?month=${month}`)).at(-1)?.lookups).toBe(1)
    expect(await daysOf(apiKey)).toEqual([expect.objectContaining({ lookups: 1 })])
    expect(await verifyUsage(service, accountId)).toEqual([])
  })

  it.each([
    ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ])('resets the daily pool at midnight in Warsaw, also around %s', async (_day, start, end) => {
    service.clock.set(start)
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 3 } })
    const check = () => withMeter(service, { accountId, pool: 'wpv' }, (meter) => meter.charge(3))
    await check()
    service.clock.set(new Date(Date.parse(end) - 1).toISOString())
    await expect(check()).rejects.toMatchObject({ extra: { pool: 'wpv', limit: 3, used: 3, resets_at: end } })
    expect((await summaryOf(apiKey)).daily).toEqual({
      day_start: start,
      day_end: end,
      wpv_checks: 3,
      wpv_checks_limit: 3,
    })
    service.clock.set(end)
    await check()
    expect((await summaryOf(apiKey)).daily.wpv_checks).toBe(3)
  })
})
