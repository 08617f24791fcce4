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

describe.skipIf(disk === null)('a disk that is full', () => {
  const folder = disk?.folder ?? ''
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine: 'sqlite', config: { dataDir: folder } })
    await insertCompany(on.storage)
    await on.storage.db
      .insertInto('announcements')
      .values(['2026-11-01', '2026-11-20'].flatMap(longAnnouncements))
      .execute()
  })
  afterAll(async () => {
    await on.stop()
    disk?.remove()
  })
  beforeEach(() => disk?.free())

  const healthOf = (storage: TestService['storage'], dataDir = folder) =>
    createHealth({
      storage,
      dataDir,
      clock: () => on.clock.now(),
      log: { warn: () => undefined, info: () => undefined },
      upstream: 'embedded',
      isUpstreamAlive: () => Promise.resolve(true),
      anchorsFail: () => false,
      mailFails: () => false,
      jobs: () => [],
    })

  it('under the store: what is paid for is unavailable and charges nothing, what only reads is answered, and it heals', async () => {
    const dataDir = join(folder, 'store')
    mkdirSync(dataDir)
    const { apiKey, accountId } = await on.createAccount()
    await on.storage.db.executeQuery(checkpoint)
    await cp(join(on.storage.location), join(dataDir, 'registers.db'))
    const storage = await openStorage({ dataDir })
    const { dependencies } = on.service
    const service = createService({ ...dependencies, storage, config: { ...dependencies.config, dataDir } })
    const ask = (path: string) =>
      service.handle(new Request(`http://localhost${path}`, { headers: { 'x-api-key': apiKey } }))
    const used = async () => {
      const rows = await storage.db.selectFrom('ledger').select('id').where('account_id', '=', accountId).execute()
      return rows.length
    }
    try {
      expect((await ask('/v1/record?krs=18')).status).toBe(200)
      const before = await used()
      disk?.fill()
      let refused: Response | undefined
      // The log of the store has room for a few more writes.
      await expect
        .poll(async () => {
          refused = await ask('/v1/record?krs=18')
          return refused.status
        })
        .not.toBe(200)
      const charged = await used()
      expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await refused?.json()).toMatchObject({ detail: { code: 'unavailable' } })
      expect((await ask('/v1/usage/summary')).status).toBe(200)
      expect(await healthOf(storage)()).toMatchObject({ status: 'failed', failing: 'storage', disk: 'failing' })
      expect(await used()).toBe(charged)
      disk?.free()
      expect((await ask('/v1/record?krs=18')).status).toBe(200)
      expect(await used()).toBe(charged + 1)
      expect(charged).toBeGreaterThanOrEqual(before)
      expect(await verifyUsage({ storage }, accountId)).toEqual([])
      expect(await healthOf(storage)()).toMatchObject({ status: 'ok', disk: 'low' })
    } finally {
      await storage.close()
    }
  })

  it('in the middle of a report: the order stays, leaves nothing behind, and is made when there is room', async () => {
    const { apiKey } = await on.createAccount()
    const { body: job } = await on.request<ReportJob>(apiKey, 'POST', '/v1/reports', RANGE)
    const status = async () => (await on.request<ReportJob>(apiKey, 'GET', `/v1/reports/${job.id}`)).body.status
    disk?.fill(256)
    await expect(makeQueuedReports(on.service.dependencies)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await status()).toBe('running')
    disk?.free()
    on.clock.advance(REPORT_LEASE_MS)
    await makeQueuedReports(on.service.dependencies)
    expect(await status()).toBe('ready')
    expect(filesIn(join(folder, 'reports')).filter((name) => name.endsWith('.tmp'))).toEqual([])
    // Existing files can be downloaded from a full disk.
    disk?.fill()
    expect((await on.request(apiKey, 'GET', `/v1/reports/download/${job.id}`)).status).toBe(200)
  })

  it('in the middle of a backup: it fails with what the system says, and leaves nothing behind', async () => {
    const to = join(folder, 'backup')
    disk?.fill(16)
    const made = makeBackup({ storage: on.storage, dataDir: folder, folder: to, now: () => on.clock.now() })
    await expect(made).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(existsSync(to)).toBe(false)
  })

  it('that becomes read-only: the panel says so, and a start says it in one line', async () => {
    const other = makeSmallDisk(4)
    try {
      other?.setReadOnly()
      const dataDir = other?.folder ?? ''
      expect(await healthOf(on.storage, dataDir)()).toEqual({
        status: 'ok',
        upstream: 'embedded',
        storage: 'sqlite',
        disk: 'failing',
      })
      // What root may do shows only in an attempt.
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
    const none = { nip: null, krs: null, pesel: null, subject_id: null, signature: null }
    const row = JSON.stringify({ id, debtor_name: 'x'.repeat(50_000) })
    const known = { id, day, name: 'Ktoś', title: 'Obwieszczenie', published_at: `${day}T09:00:00.000Z` }
    return { ...none, ...known, source: 'krz' as const, row }
  })

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String)
