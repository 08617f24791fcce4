import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiMeter, UsageSummary } from '@/lib/contract/usage'
import { withMeter } from '@/lib/testing/calls/metered'
import { insertCompany } from '@/lib/testing/companies'
import { anyText } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { setPlan } from '../accounts/accounts'
import { verifyUsage } from './verify-usage'

const RECORD = '/v1/record?krs=18'
const NOVEMBER_END = '2026-11-30T23:00:00.000Z'

describe.each(engines)('metering on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const call = (key: string) => service.request<{ detail: Record<string, unknown> }>(key, 'GET', RECORD)
  const meterOf = async (key: string) => (await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body
  const summaryOf = async (key: string) => (await service.request<UsageSummary>(key, 'GET', '/v1/usage/summary')).body
  const setCap = (key: string, pln: number | null) =>
    service.request<ApiMeter>(key, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: pln })
  const callMany = async (key: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => call(key)))
    return {
      ok: answers.filter(({ status }) => status === 200).length,
      refused: answers.filter(({ status }) => status === 402).length,
    }
  }
  const expectConsistent = async (accountId: string) => expect(await verifyUsage(service, accountId)).toEqual([])

  it('charges a call once, in every counter', async () => {
    const { accountId, apiKey } = await service.createAccount()
    expect((await call(apiKey)).status).toBe(200)
    const summary = await summaryOf(apiKey)
    expect(summary.counts).toMatchObject({ lookups: 1, rejestr: 1, announcement: 0, bzp: 0, risk: 0, rdf: 0, pdfs: 0 })
    expect(await meterOf(apiKey)).toMatchObject({ included: 20_000, used: 1, overage_units: 0, trial: false })
    const { body: breakdown } = await service.request(apiKey, 'GET', '/v1/usage/breakdown')
    expect(breakdown).toEqual({ items: [{ endpoint: '/v1/record', pool: 'lookups', calls: 1, units: 1 }] })
    await expectConsistent(accountId)
  })

  it('charges nothing for 404 and 422', async () => {
    const { accountId, apiKey } = await service.createAccount()
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=0000000099')).status).toBe(404)
    expect((await service.request(apiKey, 'GET', '/v1/record?nip=1234567890')).status).toBe(422)
    expect((await service.request(apiKey, 'GET', '/v1/record?nip=1234563218&krs=18')).status).toBe(422)
    expect((await service.request(apiKey, 'GET', '/v1/record')).status).toBe(422)
    expect((await meterOf(apiKey)).used).toBe(0)
    expect((await service.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
    await expectConsistent(accountId)
  })

  it('serves exactly as many of 200 parallel calls as there are units left', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 53 }, spendCapPln: 0 })
    await callMany(apiKey, 3)
    expect(await callMany(apiKey, 200)).toEqual({ ok: 50, refused: 150 })
    expect(await meterOf(apiKey)).toMatchObject({ used: 53, allowance: 0, overage_units: 0, overage_grosz: 0 })
    await expectConsistent(accountId)
    const refused = await call(apiKey)
    expect(refused.status).toBe(402)
    expect(refused.body.detail).toEqual({
      code: 'payment_required',
      message: anyText,
      pool: 'lookups',
      limit: 53,
      used: 53,
      requested: 1,
      resets_at: NOVEMBER_END,
    })
  })

  it('stops parallel calls exactly at the spend cap', async () => {
    // 1 PLN at 8 grosz buys 12 units; the 13th would bring the total to 104 grosz.
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 5 }, spendCapPln: 1 })
    expect((await meterOf(apiKey)).allowance).toBe(17)
    expect(await callMany(apiKey, 60)).toEqual({ ok: 17, refused: 43 })
    expect(await meterOf(apiKey)).toMatchObject({
      used: 17,
      overage_units: 12,
      overage_grosz: 96,
      unit_grosz: 8,
      allowance: 0,
      spend_cap_pln: 1,
      max_overage_pln: 1,
    })
    expect((await call(apiKey)).body.detail).toMatchObject({
      code: 'payment_required',
      pool: 'overage',
      limit: 100,
      used: 96,
      resets_at: NOVEMBER_END,
    })
    await expectConsistent(accountId)
  })

  it('unblocks immediately when the cap is raised and blocks immediately when it is lowered', async () => {
    const { apiKey } = await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 1 })
    expect(await callMany(apiKey, 13)).toEqual({ ok: 12, refused: 1 })
    const raised = await setCap(apiKey, 2)
    expect(raised.body).toMatchObject({ spend_cap_pln: 2, max_overage_pln: 2, allowance: 13, overage_grosz: 96 })
    expect((await call(apiKey)).status).toBe(200)
    const lowered = await setCap(apiKey, 1)
    expect(lowered.body).toMatchObject({ spend_cap_pln: 1, allowance: 0, overage_grosz: 104 })
    expect((await call(apiKey)).body.detail).toMatchObject({ pool: 'overage', limit: 100, used: 104 })
    const hard = await setCap(apiKey, 0)
    expect(hard.body).toMatchObject({ spend_cap_pln: 0, max_overage_pln: 0, allowance: 0 })
    expect((await call(apiKey)).body.detail).toMatchObject({ pool: 'lookups', limit: 0, used: 13 })
  })

  it('never exceeds the highest cap while the cap changes during parallel calls', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 3 }, spendCapPln: 1 })
    const panel = service.principalOf(accountId)
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 10 === 9) return (await setCap(apiKey, index % 20 === 9 ? 2 : 1)).status
        if (index % 10 === 4) return (await service.requestAs(panel, 'POST', '/v1/keys', { name: 'k' })).status
        return (await call(apiKey)).status
      }),
    )
    expect(statuses.filter((status) => ![200, 201, 402].includes(status))).toEqual([])
    const meter = await meterOf(apiKey)
    expect(meter.overage_grosz).toBeGreaterThanOrEqual(96)
    expect(meter.overage_grosz).toBeLessThanOrEqual(200)
    await expectConsistent(accountId)
  })

  it('restores the default ceiling of 1000 PLN with null and with {}', async () => {
    const { apiKey } = await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 7 })
    expect((await setCap(apiKey, null)).body).toMatchObject({
      spend_cap_pln: null,
      max_overage_pln: 1000,
      allowance: 12_500,
    })
    await setCap(apiKey, 7)
    const empty = await service.request<ApiMeter>(apiKey, 'PUT', '/v1/usage/api/spend-cap', {})
    expect(empty.body.spend_cap_pln).toBeNull()
  })

  it.each([[-1], [1001], [12.5], ['100'], [true]])('refuses the cap %j with 422', async (value) => {
    const { apiKey } = await service.createAccount()
    const answer = await service.request(apiKey, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: value })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'spend_cap_pln'], msg: anyText }] })
  })

  it('allows no overage on trial and counts its requests', async () => {
    const { accountId, apiKey } = await service.createAccount({ state: 'trial', limits: { lookups: 3 } })
    expect(await callMany(apiKey, 10)).toEqual({ ok: 3, refused: 7 })
    // Counts the admitted calls, including those that the pool refused and this one.
    expect(await meterOf(apiKey)).toMatchObject({ trial: true, trial_requests: 11, overage_units: 0, allowance: 0 })
    expect((await call(apiKey)).body.detail).toMatchObject({ pool: 'lookups', limit: 3, used: 3 })
    await expectConsistent(accountId)
  })

  it('counts every admitted call of a trial, and no other call', async () => {
    const { accountId, apiKey } = await service.createAccount({ state: 'trial' })
    expect(await meterOf(apiKey)).toMatchObject({ trial_requests: 1 })
    await service.request(apiKey, 'GET', '/v1/record?krs=x')
    await service.request(apiKey, 'GET', '/v1/record?krs=999')
    await service.requestAs(service.principalOf(accountId), 'GET', '/v1/monitors')
    await service.request(`${apiKey}x`, 'GET', RECORD)
    await service.request(null, 'GET', RECORD)
    await service.request(apiKey, 'GET', '/v1/rdf/archive?krs=18')
    expect(await meterOf(apiKey)).toMatchObject({ trial_requests: 5, used: 0 })
    const paid = await service.createAccount()
    expect(await meterOf(paid.apiKey)).toMatchObject({ trial_requests: 0 })
    await expectConsistent(accountId)
  })

  it('distinguishes a call that is too large from a pool that is used up', async () => {
    const { apiKey } = await service.createAccount({ limits: { lookups: 3 }, spendCapPln: 0 })
    const records = (count: number) => {
      const identifiers = Array.from({ length: count }, () => ({ krs: '18' }))
      return service.request<{ detail: { message: string } }>(apiKey, 'POST', '/v1/records', { identifiers })
    }
    const big = await records(4)
    expect([big.status, big.body.detail]).toMatchObject([402, { pool: 'lookups', limit: 3, used: 0, requested: 4 }])
    expect(big.body.detail.message).toBe(
      'The call costs 4 units, and the monthly lookup pool has 3 left; a smaller call would succeed',
    )
    expect([big.headers.get('x-units-charged'), big.headers.get('x-units-left')]).toEqual(['0', '3'])
    const fits = await records(3)
    expect([fits.headers.get('x-units-charged'), fits.headers.get('x-units-left')]).toEqual(['3', '0'])
    const after = await records(2)
    expect(after.body.detail).toMatchObject({ limit: 3, used: 3, requested: 2 })
    expect(after.body.detail.message).toBe('The monthly lookup pool is used up')
    const capped = await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 1 })
    const identifiers = Array.from({ length: 13 }, () => ({ krs: '18' }))
    const { body } = await service.request<{ detail: { message: string } }>(capped.apiKey, 'POST', '/v1/records', {
      identifiers,
    })
    expect(body.detail).toMatchObject({ pool: 'overage', limit: 100, used: 0, requested: 13 })
    expect(body.detail.message).toContain('costs 13 units, and the spend cap leaves 12; a smaller call would succeed')
  })

  it('reports after a change of plan the overage that was charged under the old plan', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 } })
    for (let n = 0; n < 5; n += 1) await call(apiKey)
    const { slug } = await service.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await setPlan(service.service.dependencies, slug, { plan: 'enterprise', limits: { lookups: undefined } })
    const meter = await meterOf(apiKey)
    expect(meter).toMatchObject({ included: 200_000, used: 5, overage_units: 3, overage_grosz: 24, unit_grosz: 5 })
  })

  it('allows no overage on Standard, where the panel may look up', async () => {
    const { accountId } = await service.createAccount({ plan: 'standard', limits: { lookups: 1 } })
    const panel = service.principalOf(accountId)
    expect((await service.requestAs(panel, 'GET', RECORD)).status).toBe(200)
    expect((await service.requestAs(panel, 'GET', RECORD)).body).toMatchObject({
      detail: { pool: 'lookups', limit: 1 },
    })
    await expectConsistent(accountId)
  })

  it('never charges an unlimited account overage', async () => {
    const { apiKey } = await service.createAccount({ limits: { lookups: null } })
    await call(apiKey)
    expect(await meterOf(apiKey)).toMatchObject({ included: null, allowance: null, used: 1, overage_units: 0 })
  })

  it('keeps charged overage when the plan is changed, and applies the included units of the new plan', async () => {
    const { accountId, apiKey } = await service.createAccount({ slug: `upgrade-${engine}`, limits: { lookups: 1 } })
    await callMany(apiKey, 3)
    expect(await meterOf(apiKey)).toMatchObject({ overage_units: 2, overage_grosz: 16 })
    await setPlan(service.service.dependencies, `upgrade-${engine}`, { plan: 'enterprise', limits: { lookups: 10 } })
    await call(apiKey)
    expect(await meterOf(apiKey)).toMatchObject({
      used: 4,
      included: 10,
      overage_units: 2,
      overage_grosz: 16,
      unit_grosz: 5,
    })
    await expectConsistent(accountId)
  })

  it.each([
    ['rdf', { rdf: 12 }, NOVEMBER_END],
    ['pdf', { pdfs: 12 }, NOVEMBER_END],
    ['wpv', { wpv_checks: 12 }, '2026-11-20T23:00:00.000Z'],
  ] as const)('keeps the limit of the pool %s and refuses a larger charge entirely', async (pool, limits, resetsAt) => {
    const { accountId, apiKey } = await service.createAccount({ limits })
    await withMeter(service, { accountId, pool }, (meter) => meter.charge(10))
    await expect(withMeter(service, { accountId, pool }, (meter) => meter.charge(3))).rejects.toMatchObject({
      code: 'payment_required',
      extra: { pool, limit: 12, used: 10, resets_at: resetsAt },
    })
    expect(
      await withMeter(service, { accountId, pool }, async (meter) => {
        const left = await meter.left()
        await meter.charge(2)
        return left
      }),
    ).toBe(2)
    await withMeter(service, { accountId, pool }, (meter) => meter.charge(0))
    expect(await meterOf(apiKey)).toMatchObject({ used: 0, overage_units: 0, document_units: pool === 'wpv' ? 0 : 12 })
    const summary = await summaryOf(apiKey)
    expect(summary.daily.wpv_checks).toBe(pool === 'wpv' ? 12 : 0)
    expect(summary.counts.pdfs_api).toBe(0)
    await expectConsistent(accountId)
  })

  it('keeps the daily limit under parallel charges', async () => {
    const { accountId } = await service.createAccount({ limits: { wpv_checks: 20 } })
    const attempts = Array.from({ length: 40 }, () =>
      withMeter(service, { accountId, pool: 'wpv' }, (meter) => meter.charge(3)),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    await expectConsistent(accountId)
  })

  it('writes nothing when the work after the charge fails', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const failing = withMeter(service, { accountId, pool: 'lookups' }, async (meter) => {
      await meter.charge(5)
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    expect((await meterOf(apiKey)).used).toBe(0)
    await expectConsistent(accountId)
  })

  it('throws for an operation that does not charge exactly once', async () => {
    const { accountId } = await service.createAccount()
    await expect(withMeter(service, { accountId, pool: 'rdf' }, async () => undefined)).rejects.toThrow(
      'charged 0 times',
    )
    const chargedTwice = withMeter(service, { accountId, pool: 'rdf' }, async (meter) => {
      await meter.charge(1)
      await meter.charge(1)
    })
    await expect(chargedTwice).rejects.toThrow('charged 2 times')
    await expect(withMeter(service, { accountId, pool: null }, (meter) => meter.charge(1))).rejects.toThrow('no pool')
    await expect(withMeter(service, { accountId, pool: 'rdf' }, (meter) => meter.charge(1.5))).rejects.toThrow(
      'cannot charge',
    )
    await expectConsistent(accountId)
  })

  it('reports a counter that was tampered with', async () => {
    const { accountId, apiKey } = await service.createAccount()
    await call(apiKey)
    await service.storage.db
      .updateTable('usage_months')
      .set({ lookups: 7 })
      .where('account_id', '=', accountId)
      .execute()
    expect(await verifyUsage(service, accountId)).toEqual([
      { accountId, of: '2026-11', counter: 'lookups', stored: 7, ledger: 1 },
    ])
  })
})
