import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiMeter, UsageSummary } from '@/lib/contract/usage'
import { createAccount, createKeyForAccount, type NewAccount } from '@/lib/service/accounts/accounts'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { loadSampleUsage } from './usage'

const samples: NewAccount[] = [
  { slug: 'demo-standard', plan: 'standard' },
  { slug: 'demo-pro', plan: 'pro', spendCapPln: 500 },
  { slug: 'demo-pro-2', plan: 'pro' },
  { slug: 'demo-enterprise', plan: 'enterprise' },
  { slug: 'demo-trial', plan: 'pro', state: 'trial' },
  { slug: 'demo-inactive', plan: 'pro', state: 'inactive' },
]

async function load(service: TestService) {
  const { dependencies } = service.service
  const accounts = []
  for (const sample of samples) accounts.push(await createAccount(dependencies, sample))
  const demoPro = accounts.find(({ slug }) => slug === 'demo-pro')!
  const { key } = await createKeyForAccount(dependencies, demoPro.id, { name: 'ERP' })
  const from = performance.now()
  await loadSampleUsage(dependencies, accounts)
  const elapsedMs = performance.now() - from
  return { accounts, elapsedMs, keyId: key.id, ids: new Map(accounts.map(({ slug, id }) => [slug, id])) }
}

describe.each(engines)('sample usage on %s on the evening of the 20th', (engine) => {
  let service: TestService
  let loaded: Awaited<ReturnType<typeof load>>
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T17:30:00.000Z' })
    loaded = await load(service)
  })
  afterAll(() => service.stop())

  const panelOf = (slug: string) => service.principalOf(loaded.ids.get(slug) ?? '')
  const meterOf = async (slug: string) =>
    (await service.requestAs<ApiMeter>(panelOf(slug), 'GET', '/v1/usage/api')).body
  const summaryOf = async (slug: string) =>
    (await service.requestAs<UsageSummary>(panelOf(slug), 'GET', '/v1/usage/summary')).body

  it('is consistent with its ledger and loads quickly', async () => {
    expect(await verifyUsage(service)).toEqual([])
    expect(loaded.elapsedMs).toBeLessThan(40_000)
    const { rows } = await service.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect(rows).toBeGreaterThan(2_000)
    expect(rows).toBeLessThan(20_000)
  })

  it('shows demo-pro well into its overage', async () => {
    const meter = await meterOf('demo-pro')
    expect(meter.overage_grosz).toBeGreaterThan(150_00)
    expect(meter.overage_grosz).toBeLessThan(210_00)
    expect(meter.overage_grosz).toBe(meter.overage_units * 8)
    expect(meter.used).toBe(20_000 + meter.overage_units)
    expect(meter.spend_cap_pln).toBe(500)
    const { counts, limits, daily } = await summaryOf('demo-pro')
    expect(counts.rdf / (limits.rdf ?? 0)).toBeCloseTo(0.3, 1)
    expect(counts.pdfs / (limits.pdfs ?? 0)).toBeCloseTo(0.58, 1)
    expect(counts.pdfs_api).toBeGreaterThan(counts.pdfs / 2)
    expect(counts.pdfs_api).toBeLessThan(counts.pdfs)
    expect(daily.wpv_checks / daily.wpv_checks_limit).toBeCloseTo(0.12, 2)
    const { lookups, rejestr, announcement, bzp, risk } = counts
    expect(rejestr + announcement + bzp + risk).toBe(lookups)
    expect(Math.min(rejestr, announcement, bzp, risk)).toBeGreaterThan(100)
  })

  it('records the key of every call made with a key', async () => {
    const rows = await service.storage.db
      .selectFrom('ledger')
      .select(['via', 'key_id'])
      .distinct()
      .where('account_id', '=', loaded.ids.get('demo-pro') ?? '')
      .orderBy('via')
      .execute()
    expect(rows).toEqual([
      { via: 'api', key_id: loaded.keyId },
      { via: 'panel', key_id: null },
    ])
  })

  it('gives the other accounts usage that matches their names', async () => {
    expect(await meterOf('demo-trial')).toMatchObject({ trial: true, overage_units: 0 })
    expect((await meterOf('demo-trial')).trial_requests).toBeGreaterThan(50)
    expect((await meterOf('demo-inactive')).used).toBe(0)
    expect((await meterOf('demo-pro-2')).used).toBeLessThan(4_000)
    expect((await meterOf('demo-enterprise')).used).toBeGreaterThan(100_000)
    const standard = await summaryOf('demo-standard')
    expect(standard.counts.lookups).toBeGreaterThan(100)
    expect(standard.counts.pdfs_api).toBe(0)
  })

  it('is lower at weekends and contains no future dates', async () => {
    const { body } = await service.requestAs<{ items: { date: string; lookups: number }[] }>(
      panelOf('demo-pro'),
      'GET',
      '/v1/usage/daily',
    )
    const lookupsOn = (date: string) => body.items.find((item) => item.date === date)?.lookups ?? 0
    expect(lookupsOn('2026-11-14')).toBeLessThan(lookupsOn('2026-11-13') / 3)
    expect(lookupsOn('2026-11-14')).toBeGreaterThan(0)
    const { last } = await service.storage.db
      .selectFrom('ledger')
      .select((e) => e.fn.max('at').as('last'))
      .executeTakeFirstOrThrow()
    expect(last <= '2026-11-20T17:30:00.000Z').toBe(true)
  })

  it('is loaded once', async () => {
    const before = await meterOf('demo-pro')
    await loadSampleUsage(service.service.dependencies, loaded.accounts)
    expect(await meterOf('demo-pro')).toEqual(before)
    expect(await verifyUsage(service)).toEqual([])
  })
})

describe('sample usage on boundary dates', () => {
  it.each([
    ['2026-10-31T23:00:00.000Z', 0, 0.01],
    ['2026-11-02T15:00:00.000Z', 0.02, 0.15],
    ['2027-02-28T22:59:59.999Z', 1.1, 1.3125],
    ['2026-12-31T20:00:00.000Z', 1.1, 1.3125],
    ['2026-03-29T01:30:00.000Z', 1.1, 1.3125],
  ])('at %s demo-pro has used between %f and %f of its lookups', async (now, low, high) => {
    const service = await startTestService({ engine: 'sqlite', now })
    try {
      const { ids } = await load(service)
      const panel = service.principalOf(ids.get('demo-pro') ?? '')
      const { body } = await service.requestAs<ApiMeter>(panel, 'GET', '/v1/usage/api')
      expect(body.used / 20_000).toBeGreaterThanOrEqual(low)
      expect(body.used / 20_000).toBeLessThanOrEqual(high)
      expect(await verifyUsage(service)).toEqual([])
    } finally {
      await service.stop()
    }
  })
})
