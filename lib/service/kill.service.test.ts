import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { openWorkplace, type ServiceProcess, type TestWorkplace } from '@/lib/testing/processes'
import { rounds } from '@/lib/testing/rounds'
import { engines } from '@/lib/testing/service'

import { verifyUsage } from './metering/verify-usage'

const KILLS = rounds({ long: 20, short: 3 })
const METERED_WRITERS = 4
const PER_BULK = 40
/** The next process makes these reports as soon as it starts. */
const REPORTS_PER_PROCESS = 2
/** Enough rows that a report takes some time. */
const ROWS = 8_000
const DAY = '2026-11-02'

class Log {
  readonly requested: string[] = []
  readonly acknowledged: string[] = []
  #waiting: { at: number; done: () => void } | undefined

  next(prefix: string): string {
    const id = `${prefix}-${String(this.requested.length).padStart(8, '0')}`
    this.requested.push(id)
    return id
  }

  acknowledge(id: string) {
    this.acknowledged.push(id)
    if (this.#waiting && this.acknowledged.length >= this.#waiting.at) this.#waiting.done()
  }

  /** Resolves after `more` further acknowledgements. */
  after(more: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { at: this.acknowledged.length + more, done: resolve }
    })
  }
}

describe.each(engines)('kill -9 on %s', (engine) => {
  let workplace: TestWorkplace
  let apiKey: string
  let accountId: string
  const records = new Log()
  const monitors = new Log()
  const reports = new Log()
  /** Ids of the reports whose order was acknowledged. */
  const ordered: string[] = []
  beforeAll(async () => {
    workplace = await openWorkplace(engine)
    const limits = { lookups: null, monitors: null, reports: null }
    ;({ accountId, apiKey } = await workplace.createAccount({ plan: 'enterprise', limits }))
    await insertCompany(workplace.storage)
    await insertAnnouncements(
      workplace.storage.db,
      Array.from({ length: ROWS }, (_, n) => announcement(n)),
    )
  })
  afterAll(() => workplace.close())

  it('loses nothing acknowledged and charges nothing twice, however often it is killed', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await endLeases()
      const service = await workplace.start()
      await workUntilKilled(service, kill)
      await expectLedger()
    }
    expect(records.acknowledged.length).toBeGreaterThan(KILLS * METERED_WRITERS)
    await expectMonitors()
    await expectReports()
  })

  /** Simulates that a minute has passed, so that the claims of killed processes have expired. */
  async function endLeases() {
    const { db } = workplace.storage
    await db.deleteFrom('job_locks').execute()
    await db.updateTable('report_jobs').set({ claimed_until: '' }).where('status', '=', 'running').execute()
  }

  /** Kills the service at a varying metered answer, while every other writer waits for its answer. */
  async function workUntilKilled(service: ServiceProcess, kill: number) {
    const killMoment = records.after(15 + kill * 4)
    const writers = [
      ...Array.from({ length: METERED_WRITERS }, () => repeat(() => lookUp(service))),
      repeat(() => createMonitors(service)),
      repeat(() => orderReport(service), REPORTS_PER_PROCESS),
    ]
    await killMoment
    await service.kill('SIGKILL')
    await Promise.all(writers)
  }

  /** Repeats until the process is dead: then `fetch` rejects or the body breaks off. */
  async function repeat(call: () => Promise<void>, times = Infinity) {
    try {
      for (let count = 0; count < times; count += 1) await call()
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
    }
  }

  async function lookUp(service: ServiceProcess) {
    const id = records.next('record')
    const { status } = await service.request(apiKey, 'GET', '/v1/record?krs=18', undefined, { 'x-request-id': id })
    expect(status).toBe(200)
    records.acknowledge(id)
  }

  async function createMonitors(service: ServiceProcess) {
    const id = monitors.next('bulk')
    const first = monitors.requested.length * PER_BULK
    const items = Array.from({ length: PER_BULK }, (_, n) => {
      return { identifier_type: 'krs', identifier_value: krsOf(first + n), label: id }
    })
    const { body } = await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    expect(body).toEqual({ inserted: PER_BULK, duplicates: 0, invalid: [] })
    monitors.acknowledge(id)
  }

  async function orderReport(service: ServiceProcess) {
    const id = reports.next('report')
    const order = { source: 'krz', format: 'csv', date_from: DAY, date_to: DAY }
    const { status, body } = await service.request<{ id: string }>(apiKey, 'POST', '/v1/reports', order)
    expect(status).toBe(202)
    reports.acknowledge(id)
    ordered.push(body.id)
  }

  /**
   * Every acknowledged call is in the ledger exactly once, the ledger has no other calls, and the counters are its
   * sums.
   */
  async function expectLedger() {
    const rows = await workplace.storage.db.selectFrom('ledger').select(['request_id', 'units']).execute()
    const charged = new Set(rows.map((row) => row.request_id))
    expect(charged.size).toBe(rows.length)
    expect(records.acknowledged.filter((id) => !charged.has(id))).toEqual([])
    expect([...charged].filter((id) => !records.requested.includes(id))).toEqual([])
    expect(await verifyUsage(workplace, accountId)).toEqual([])
  }

  /** A bulk create is applied completely or not at all. */
  async function expectMonitors() {
    const rows = await workplace.storage.db
      .selectFrom('monitors')
      .select((e) => ['label', e.fn.countAll<number>().as('count')])
      .groupBy('label')
      .execute()
    expect(rows.filter(({ count }) => count !== PER_BULK)).toEqual([])
    const stored = new Set(rows.map(({ label }) => label))
    expect(monitors.acknowledged.filter((id) => !stored.has(id))).toEqual([])
  }

  async function expectReports() {
    const { db } = workplace.storage
    await endLeases()
    const service = await workplace.start()
    const unfinished = () => db.selectFrom('report_jobs').select('id').where('status', '!=', 'ready').execute()
    await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { timeout: 60_000, interval: 100 })
    const jobs = await db.selectFrom('report_jobs').selectAll().execute()
    expect(ordered.filter((id) => !jobs.some((job) => job.id === id))).toEqual([])
    for (const job of jobs) {
      const content = await readFile(join(workplace.dataDir, 'reports', job.file ?? ''))
      expect(createHash('sha256').update(content).digest('hex')).toBe(job.sha256)
      expect(job.row_count).toBe(ROWS)
    }
    await service.kill('SIGTERM')
  }
})

const announcement = (n: number) => ({
  id: `kill-${String(n).padStart(6, '0')}`,
  source: 'krz' as const,
  day: DAY,
  published_at: `${DAY}T10:00:00.000Z`,
  name: 'Dłużnik Próbny sp. z o.o.',
  title: 'Obwieszczenie',
  row: JSON.stringify({ id: n, tytul: 'Obwieszczenie' }),
  nip: null,
  krs: null,
  pesel: null,
  subject_id: null,
  signature: null,
})
