import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ApiMeter } from '@/lib/contract/usage'
import { sampleData } from '@/lib/sample/sample-data'
import { noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import { withMeter } from '@/lib/testing/calls/metered'
import { insertCompany } from '@/lib/testing/companies'
import { openWorkplace, type ServiceProcess, type TestWorkplace } from '@/lib/testing/processes'
import { engines, startTestService } from '@/lib/testing/service'

import { verifyUsage } from './metering/verify-usage'
import { DAILY_REPORT_DAYS } from './reports/daily-reports'
import { serviceJobs } from './service'

const PER_MINUTE = 2_200
/** The feeder's interval (20 s), minus the part by which a claim is shorter. */
const FEEDER_PACE_MS = 18_000

const resultsIn = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results)
    ? body.results.length
    : 0

describe.each(engines)('three processes on one %s', (engine) => {
  let workplace: TestWorkplace
  let processes: readonly ServiceProcess[]
  let loadedNotices: number
  /** Two runs of the feeder, awaited in parallel with the other tests. */
  let feederRuns: Promise<readonly [string, string]>
  beforeAll(async () => {
    workplace = await openWorkplace(engine)
    const env = { SAMPLE_DATA: 'on', RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) }
    // SQLite cannot hold a lock during the whole load, so every process that starts in between would load as well.
    const first = await workplace.start(env)
    if (engine === 'sqlite') await waitUntilLoaded()
    processes = [first, ...(await Promise.all([workplace.start(env), workplace.start(env)]))]
    await waitUntilLoaded()
    feederRuns = waitForFeederRuns()
    loadedNotices = await noticePosition(workplace.storage.db)
    await insertCompany(workplace.storage, { krs: '0000999999' })
  })
  afterAll(() => workplace.close())

  /** Resolves when the sample data are loaded and each job has run once. */
  async function waitUntilLoaded() {
    const { db } = workplace.storage
    const check = async () => {
      const meta = await db.selectFrom('meta').select('value').where('key', '=', 'sample_data').executeTakeFirst()
      expect(meta).toEqual({ value: 'on' })
      expect(await db.selectFrom('job_locks').select('name').execute()).toHaveLength(
        serviceJobs.length + sampleData.jobs.length,
      )
    }
    await vi.waitFor(check, { timeout: 60_000, interval: 100 })
  }

  async function statusesOf(count: number, apiKey: string, path: string) {
    const calls = Array.from({ length: count }, async (_, n) => {
      const answer = await processes[n % processes.length]?.request(apiKey, 'GET', path)
      return answer?.status
    })
    const counts: Record<string, number> = {}
    for (const status of await Promise.all(calls)) counts[`${status}`] = (counts[`${status}`] ?? 0) + 1
    return counts
  }
  const RECORD = '/v1/record?krs=999999'
  const meterOf = async (apiKey: string) =>
    (await processes[0]?.request<ApiMeter>(apiKey, 'GET', '/v1/usage/api'))?.body

  it('grant exactly the 500 remaining units to 2 000 parallel calls', async () => {
    const { accountId, apiKey } = await workplace.createAccount({ limits: { lookups: 500 }, spendCapPln: 0 })
    expect(await statusesOf(2_000, apiKey, RECORD)).toEqual({ 200: 500, 402: 1_500 })
    expect(await meterOf(apiKey)).toMatchObject({ used: 500, allowance: 0, overage_grosz: 0 })
    expect(await verifyUsage(workplace, accountId)).toEqual([])
  })

  it('stop charging at the spend cap, to the grosz', async () => {
    // 7 PLN at 8 grosz buy 87 units; the 88th would bring the total to 704 grosz.
    const { accountId, apiKey } = await workplace.createAccount({ limits: { lookups: 40 }, spendCapPln: 7 })
    expect(await statusesOf(600, apiKey, RECORD)).toEqual({ 200: 127, 402: 473 })
    expect(await meterOf(apiKey)).toMatchObject({ used: 127, overage_units: 87, overage_grosz: 696, allowance: 0 })
    expect(await verifyUsage(workplace, accountId)).toEqual([])
  })

  // Case B04 of lib/testing/cases/README.md
  it('never exceed the spend cap with many calls of one and of fifty units at its edge, and charge nothing for refused ones', async () => {
    const { accountId, apiKey } = await workplace.createAccount({ limits: { lookups: 0 }, spendCapPln: 1 })
    const identifiers = Array.from({ length: 50 }, () => ({ krs: '0000999999' }))
    const calls = Array.from({ length: 300 }, async (_, n) => {
      const serviceProcess = processes[n % processes.length]
      const isList = n % 10 === 0
      const answer = await (isList
        ? serviceProcess?.request<{ results: unknown[] }>(apiKey, 'POST', '/v1/records', { identifiers })
        : serviceProcess?.request(apiKey, 'GET', RECORD))
      if (answer?.status === 402) return 0
      expect(answer?.status).toBe(200)
      return isList ? resultsIn(answer?.body) : 1
    })
    const chargedUnits = (await Promise.all(calls)).reduce((sum, units) => sum + units, 0)
    // 12 units of 8 grosz fit below 1 PLN.
    expect(chargedUnits).toBe(12)
    expect(await meterOf(apiKey)).toMatchObject({ used: 12, overage_units: 12, overage_grosz: 96, allowance: 0 })
    expect(await verifyUsage(workplace, accountId)).toEqual([])
  })

  it.runIf(engine === 'postgres')('allow exactly as many calls as the rate limit', async () => {
    const { apiKey } = await workplace.createAccount()
    expect(await statusesOf(PER_MINUTE + 300, apiKey, '/v1/usage/api')).toEqual({ 200: PER_MINUTE, 429: 300 })
  })

  it('create each ordered report once', async () => {
    const { apiKey } = await workplace.createAccount()
    const today = new Date().toISOString().slice(0, 10)
    const order = { source: 'krz', format: 'csv', date_from: today, date_to: today }
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const ordered = await processes[n % 3]?.request<{ id: string }>(apiKey, 'POST', '/v1/reports', order)
        expect(ordered?.status).toBe(202)
        return ordered?.body.id
      }),
    )
    const ready = () =>
      workplace.storage.db.selectFrom('report_jobs').select(['id', 'file']).where('status', '=', 'ready').execute()
    await expect.poll(async () => (await ready()).length, { timeout: 30_000 }).toBe(12)
    const readyReports = await ready()
    expect(new Set(readyReports.map(({ id }) => id))).toEqual(new Set(ids))
    expect(new Set(await filesIn('custom'))).toEqual(new Set(readyReports.map(({ file }) => file)))
  })

  const filesIn = async (folder: string) =>
    (await readdir(join(workplace.dataDir, 'reports', folder))).map((name) => `${folder}/${name}`)

  it('create each daily report once, and no notice twice', async () => {
    const { db } = workplace.storage
    const reports = await db.selectFrom('daily_reports').selectAll().execute()
    expect(reports).toHaveLength(DAILY_REPORT_DAYS * 6)
    expect(new Set(await filesIn('daily'))).toEqual(new Set(reports.map(({ file }) => file)))
    // Notices added since then cannot expire yet; a second run of the feeder would leave gaps in the positions.
    const later = await db.selectFrom('bzp_notices').select('id').where('position', '>', loadedNotices).execute()
    expect(await noticePosition(db)).toBe(loadedNotices + later.length)
  })

  async function waitForFeederRuns() {
    const readFedUntil = async () => {
      const { db } = workplace.storage
      const row = await db.selectFrom('meta').select('value').where('key', '=', 'sample_fed_until').executeTakeFirst()
      return row?.value ?? ''
    }
    const waitForChange = async (before: string) => {
      await vi.waitUntil(async () => (await readFedUntil()) !== before, { timeout: 60_000, interval: 100 })
      return readFedUntil()
    }
    // The state that loading leaves does not count as a run of the feeder.
    const first = await waitForChange(await readFedUntil())
    return [first, await waitForChange(first)] as const
  }

  it('publish live announcements at the pace of one process', async () => {
    const [first, second] = await feederRuns
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(FEEDER_PACE_MS)
    // A live announcement appears at exactly the instant up to which its run has published, together with its
    // consequences.
    const live = await workplace.storage.db
      .selectFrom('announcements')
      .select('id')
      .where('published_at', 'in', [first, second])
      .execute()
    expect(live.length).toBeGreaterThan(0)
  })
})

describe.each(engines)('the daily pool around midnight on %s', (engine) => {
  it('is charged on the day of each call when calls of both days run in parallel', async () => {
    const service = await startTestService({ engine })
    try {
      const { accountId } = await service.createAccount({ limits: { wpv_checks: 20 } })
      const days = [new Date('2026-11-20T22:59:59.999Z'), new Date('2026-11-20T23:00:00.000Z')]
      const charges = Array.from({ length: 60 }, (_, n) =>
        withMeter(service, { accountId, pool: 'wpv', now: days[n % 2] ?? new Date() }, (meter) => meter.charge(3)),
      )
      const results = await Promise.allSettled(charges)
      for (const parity of [0, 1]) {
        const ofDay = results.filter((_, n) => n % 2 === parity)
        expect(ofDay.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
      }
      const stored = await service.storage.db
        .selectFrom('usage_days')
        .select(['day', 'wpv_checks'])
        .where('account_id', '=', accountId)
        .orderBy('day')
        .execute()
      expect(stored).toEqual([
        { day: '2026-11-20', wpv_checks: 18 },
        { day: '2026-11-21', wpv_checks: 18 },
      ])
      expect(await verifyUsage(service, accountId)).toEqual([])
    } finally {
      await service.stop()
    }
  })
})
