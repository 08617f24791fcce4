import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ReportJob } from '@/lib/contract/reports'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { makeQueuedReports, REPORT_LEASE_MS } from '@/lib/service/reports/report-queue'
import { createService } from '@/lib/service/service'
import { openStorage } from '@/lib/storage/open'
import { insertCompany } from '@/lib/testing/companies'
import { makeSmallDisk } from '@/lib/testing/faults/small-disk'
import { startTestService, type TestService } from '@/lib/testing/service'

import { makeBackup } from '../backup/backup'
import { createHealth } from './health'

const RANGE = { source: 'krz', format: 'json', date_from: '2026-11-01', date_to: '2026-11-20' }
const disk = makeSmallDisk(32)
const checkpoint = CompiledQuery.raw('pragma wal_checkpoint(truncate)')

describe.skipIf(disk === null)('a full disk', () => {
  const folder = disk?.folder ?? ''
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine: 'sqlite', config: { dataDir: folder } })
    await insertCompany(testService.storage)
    await testService.storage.db
      .insertInto('announcements')
      .values(['2026-11-01', '2026-11-20'].flatMap(longAnnouncements))
      .execute()
  })
  afterAll(async () => {
    await testService.stop()
    disk?.remove()
  })
  beforeEach(() => disk?.free())

  const healthOf = (storage: TestService['storage'], dataDir = folder) =>
    createHealth({
      storage,
      dataDir,
      clock: () => testService.clock.now(),
      log: { warn: () => undefined, info: () => undefined },
      upstream: 'embedded',
      isUpstreamAlive: () => Promise.resolve(true),
      anchorsFail: () => false,
      mailFails: () => false,
      jobs: () => [],
    })

  it('under the store makes paid calls unavailable without charging, still answers reads, and recovers', async () => {
    const dataDir = join(folder, 'store')
    mkdirSync(dataDir)
    const { apiKey, accountId } = await testService.createAccount()
    await testService.storage.db.executeQuery(checkpoint)
    await cp(join(testService.storage.location), join(dataDir, 'registers.db'))
    const storage = await openStorage({ dataDir })
    const { dependencies } = testService.service
    const service = createService({ ...dependencies, storage, config: { ...dependencies.config, dataDir } })
    const request = (path: string) =>
      service.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': apiKey } }))
    const countCharges = async () => {
      const rows = await storage.db.selectFrom('ledger').select('id').where('account_id', '=', accountId).execute()
      return rows.length
    }
    try {
      expect((await request('/v1/record?krs=18')).status).toBe(200)
      const before = await countCharges()
      disk?.fill()
      let refused: Response | undefined
      // The log of the store has room for a few more writes.
      await expect
        .poll(async () => {
          refused = await request('/v1/record?krs=18')
          return refused.status
        })
        .not.toBe(200)
      const charged = await countCharges()
      expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await refused?.json()).toMatchObject({ detail: { code: 'unavailable' } })
      expect((await request('/v1/usage/summary')).status).toBe(200)
      expect(await healthOf(storage)()).toMatchObject({ status: 'failed', failing: 'storage', disk: 'failing' })
      expect(await countCharges()).toBe(charged)
      disk?.free()
      expect((await request('/v1/record?krs=18')).status).toBe(200)
      expect(await countCharges()).toBe(charged + 1)
      expect(charged).toBeGreaterThanOrEqual(before)
      expect(await verifyUsage({ storage }, accountId)).toEqual([])
      expect(await healthOf(storage)()).toMatchObject({ status: 'ok', disk: 'low' })
    } finally {
      await storage.close()
    }
  })

  it('during a report keeps the order, leaves no temporary file, and the report is made once there is room', async () => {
    const { apiKey } = await testService.createAccount()
    const { body: job } = await testService.request<ReportJob>(apiKey, 'POST', '/v1/reports', RANGE)
    const status = async () =>
      (await testService.request<ReportJob>(apiKey, 'GET', `/v1/reports/${job.id}`)).body.status
    disk?.fill(256)
    await expect(makeQueuedReports(testService.service.dependencies)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await status()).toBe('running')
    disk?.free()
    testService.clock.advance(REPORT_LEASE_MS)
    await makeQueuedReports(testService.service.dependencies)
    expect(await status()).toBe('ready')
    expect(filesIn(join(folder, 'reports')).filter((name) => name.endsWith('.tmp'))).toEqual([])
    // Existing files can be downloaded from a full disk.
    disk?.fill()
    expect((await testService.request(apiKey, 'GET', `/v1/reports/download/${job.id}`)).status).toBe(200)
  })

  it('during a backup makes it fail with ENOSPC, and leaves no folder behind', async () => {
    const to = join(folder, 'backup')
    disk?.fill(16)
    const backup = makeBackup({
      storage: testService.storage,
      dataDir: folder,
      folder: to,
      now: () => testService.clock.now(),
    })
    await expect(backup).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(existsSync(to)).toBe(false)
  })

  it('or a read-only disk is reported by health, and opening a store there fails with a message of one line', async () => {
    const other = makeSmallDisk(4)
    try {
      other?.setReadOnly()
      const dataDir = other?.folder ?? ''
      expect(await healthOf(testService.storage, dataDir)()).toEqual({
        status: 'ok',
        upstream: 'embedded',
        storage: 'sqlite',
        disk: 'failing',
      })
      // For root, only an attempt to write shows that the disk is read-only.
      await expect(openStorage({ dataDir })).rejects.toThrow(/^Cannot (?:write|use) [^\n]*$/)
    } finally {
      other?.remove()
    }
  })
})

/** Announcements of two days make up a megabyte, more than is left of the disk. */
const longAnnouncements = (day: string) =>
  Array.from({ length: 10 }, () => {
    const id = randomUUID()
    const noIdentifiers = { nip: null, krs: null, pesel: null, subject_id: null, signature: null }
    const row = JSON.stringify({ id, debtor_name: 'x'.repeat(50_000) })
    const fields = { id, day, name: 'Ktoś', title: 'Obwieszczenie', published_at: `${day}T09:00:00.000Z` }
    return { ...noIdentifiers, ...fields, source: 'krz' as const, row }
  })

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String)
