import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { runOnce, type ServiceJob } from '@/lib/service/jobs'
import { openStorage } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { createMetrics, type Metrics, useMetrics } from '@/lib/telemetry/metrics'
import { insertCompany } from '@/lib/testing/companies'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

vi.mock('server-only', () => ({}))
const { readMetrics } = await import('./metrics')

const RECORD = '/v1/record?krs=18'
const jobs = [{ name: 'counted', everyMs: 60_000 }]

/** Values of one metric by its labels, in the order of the text. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  )

describe.each(engines)('metrics on %s', (engine) => {
  let service: TestService
  let metrics: Metrics
  beforeAll(async () => {
    // Runs before the store is opened, as at the start of a process, so that its statements are measured.
    metrics = await createMetrics()
    useMetrics(metrics)
    service = await startTestService({ engine, content: 'sample' })
    await insertCompany(service.storage)
  })
  afterAll(async () => {
    useMetrics(undefined)
    await service.stop()
  })

  const scrape = async (source = metrics, storage: Storage = service.storage) => {
    const now = service.clock.now()
    return (await readMetrics(source, { storage, jobs, since: now, now })).body
  }

  /** Totals of the ledger, named as in the metrics. */
  async function ledger() {
    const rows = await service.storage.db
      .selectFrom('ledger')
      .select((e) => [
        'pool',
        'endpoint',
        e.fn.sum<number>('units').as('units'),
        e.fn.sum<number>('calls').as('calls'),
        e.fn.sum<number>('overage_grosz').as('grosz'),
        e.fn.sum<number>('overage_units').as('overage'),
      ])
      .groupBy(['pool', 'endpoint'])
      .execute()
    const sumsOf = (valueOf: (row: (typeof rows)[number]) => number) =>
      Object.fromEntries(rows.map((row) => [`{pool="${row.pool}",endpoint="${row.endpoint}"}`, valueOf(row)]))
    return {
      units: sumsOf(({ units }) => units),
      calls: sumsOf(({ calls }) => calls),
      grosz: { '': rows.reduce((sum, { grosz }) => sum + grosz, 0) },
      overage: { '': rows.reduce((sum, { overage }) => sum + overage, 0) },
    }
  }
  const countersIn = (text: string) => ({
    units: valuesOf(text, 'registers_units_total'),
    calls: valuesOf(text, 'registers_charged_calls_total'),
    grosz: valuesOf(text, 'registers_overage_grosz_total'),
    overage: valuesOf(text, 'registers_overage_units_total'),
  })

  it('equal the ledger before and after charges, in every process and after a restart', async () => {
    const before = countersIn(await scrape())
    expect(before).toEqual(await ledger())
    expect(Object.keys(before.units).length).toBeGreaterThan(3)
    expect(before.grosz['']).toBeGreaterThan(0)

    // 1 PLN at 8 grosz buys 12 units above the plan's 5.
    const { apiKey } = await service.createAccount({ limits: { lookups: 5 }, spendCapPln: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.request(apiKey, 'GET', RECORD)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(17)
    const after = countersIn(await scrape())
    expect(after).toEqual(await ledger())
    const label = '{pool="lookups",endpoint="/v1/record"}'
    expect((after.units[label] ?? 0) - (before.units[label] ?? 0)).toBe(17)
    expect((after.grosz[''] ?? 0) - (before.grosz[''] ?? 0)).toBe(96)

    const other = await openStorage(service.place)
    try {
      expect(countersIn(await scrape(await createMetrics(), other))).toEqual(after)
      // Two scrapes at the same time do not count anything twice.
      const both = await Promise.all([scrape(), scrape()])
      expect(both.map(countersIn)).toEqual([after, after])
    } finally {
      await other.close()
    }
  })

  it('count requests to the service by operation and status, and statements with their duration', async () => {
    const { apiKey } = await service.createAccount()
    const label = '{door="service",route="record.get",status="200"}'
    const before = valuesOf(await scrape(), 'registers_http_requests_total')
    await service.request(apiKey, 'GET', RECORD)
    await service.request(null, 'GET', '/v1/record?krs=4405140135')
    await service.request(apiKey, 'GET', '/v1/no-such-thing/44051401359')
    const text = await scrape()
    const after = valuesOf(text, 'registers_http_requests_total')
    expect((after[label] ?? 0) - (before[label] ?? 0)).toBe(1)
    expect(after['{door="service",route="record.get",status="401"}']).toBe(1)
    expect(after['{door="service",route="unknown",status="404"}']).toBe(1)
    expect(text).not.toContain('4405140135')
    const statements = valuesOf(text, 'registers_storage_duration_seconds_count')
    expect(statements['{statement="select"}']).toBeGreaterThan(0)
    expect(statements['{statement="insert"}']).toBeGreaterThan(0)
    expect(Object.keys(valuesOf(text, 'registers_storage_pool_connections'))).toHaveLength(engine === 'sqlite' ? 0 : 2)
    expect(valuesOf(text, 'registers_storage_size_bytes')['{part="database"}']).toBeGreaterThan(10_000)
  })

  it('report the state of jobs and how long ago they ran', async () => {
    let isFailing = false
    const job: ServiceJob = {
      name: 'counted',
      everyMs: 60_000,
      run: () => (isFailing ? Promise.reject(new Error('of 44051401359')) : Promise.resolve()),
    }
    const runJob = () => runOnce(job, { holder: 'test', dependencies: service.service.dependencies })
    const since = service.clock.now()
    expect(await runJob()).toBe(true)
    service.clock.advance(61_000)
    isFailing = true
    expect(await runJob()).toBe(false)
    const read = async () =>
      (await readMetrics(metrics, { storage: service.storage, jobs, since, now: service.clock.now() })).body
    const text = await read()
    expect(valuesOf(text, 'registers_job_failures_total')).toEqual({ '{job_name="counted"}': 1 })
    expect(valuesOf(text, 'registers_job_last_success_timestamp_seconds')).toEqual({
      '{job_name="counted"}': since.getTime() / 1000,
    })
    expect(valuesOf(text, 'registers_job_runs_total')).toMatchObject({
      '{job_name="counted",outcome="succeeded"}': 1,
      '{job_name="counted",outcome="failed"}': 1,
    })
    expect(valuesOf(text, 'registers_job_lag_seconds')).toEqual({ '{job_name="counted"}': 0 })
    service.clock.advance(600_000)
    expect(valuesOf(await read(), 'registers_job_lag_seconds')).toEqual({ '{job_name="counted"}': 481 })
    const [jobRun] = await service.storage.db.selectFrom('job_runs').selectAll().where('name', '=', 'counted').execute()
    expect(jobRun).toMatchObject({ runs: 2, failures: 1, error: 'of 44•••••••59' })
  })

  it('report how much is waiting in each queue, and for how long', async () => {
    expect(valuesOf(await scrape(), 'registers_queue_waiting')).toMatchObject({ '{queue="deliveries"}': 0 })
    const { apiKey } = await service.createAccount()
    const order = { source: 'msig', format: 'csv', date_from: '2026-11-09', date_to: '2026-11-19' }
    expect((await service.request(apiKey, 'POST', '/v1/reports', order)).status).toBeLessThan(300)
    service.clock.advance(90_000)
    const text = await scrape()
    expect(valuesOf(text, 'registers_queue_waiting')['{queue="report_orders"}']).toBeGreaterThan(0)
    expect(valuesOf(text, 'registers_queue_oldest_seconds')['{queue="report_orders"}']).toBeGreaterThanOrEqual(90)
  })

  it('omit the values from the store, instead of showing zeros, when it cannot be read', async () => {
    const { db } = service.storage
    await db.schema.alterTable('usage_endpoints').renameTo('usage_endpoints_gone').execute()
    try {
      const text = await scrape()
      expect(text).not.toContain('registers_units_total')
      expect(text).not.toContain('registers_overage_grosz_total')
      expect(valuesOf(text, 'registers_scrape_failures_total')).toEqual({ '': 1 })
      expect(text).toContain('registers_process_resident_memory_bytes')
    } finally {
      await db.schema.alterTable('usage_endpoints_gone').renameTo('usage_endpoints').execute()
    }
    expect(countersIn(await scrape())).toEqual(await ledger())
  })
})
