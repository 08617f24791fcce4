import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { recordAuditAlone } from '@/lib/features/audit/audit'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { verifyUsage } from '@/lib/service/metering/verify-usage'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { listReportFiles } from '@/lib/service/reports/statements/report-jobs'
import { openStorage } from '@/lib/storage/open'
import type { Engine, Storage } from '@/lib/storage/storage'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { makeMember } from '@/lib/testing/people'
import { makeDatabase } from '@/lib/testing/postgres'
import { openWorkplace, type ServiceProcess, type TestWorkplace } from '@/lib/testing/processes'
import { engines, TEST_AUDIT_KEY } from '@/lib/testing/service'

import { makeBackup } from './backup'
import { restoreBackup, type RestoreTarget } from './restore'

const WRITERS = 3
/** The backup begins after more than this number of writes were acknowledged. */
const WRITES_BEFORE_BACKUP = 30
const DAY = '2026-11-02'

type Restored = { readonly storage: Storage; readonly dataDir: string; readonly close: () => Promise<void> }

describe.each(engines)('a backup of %s', (engine) => {
  let workplace: TestWorkplace
  let apiKey = ''
  let accountId = ''
  let scratch = ''
  let backupFolder = ''
  /** `acknowledged`: the monitors confirmed before the backup began; `sentLabels`: all that were ever sent. */
  let acknowledged: readonly string[] = []
  const sentLabels: string[] = []

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'registers-backups-'))
    workplace = await openWorkplace(engine)
    keepAuditKey(workplace.storage.db, TEST_AUDIT_KEY)
    const limits = { lookups: null, monitors: null, reports: null }
    ;({ accountId, apiKey } = await workplace.createAccount({ plan: 'enterprise', limits }))
    await insertCompany(workplace.storage)
    await insertAnnouncements(workplace.storage.db, [announcement])
    await makeMember(workplace.storage, { accountId })
    backupFolder = join(scratch, 'made')
    const service = await workplace.start({ AUDIT_KEY: TEST_AUDIT_KEY })
    await backUpUnderLoad(service)
    await service.kill('SIGTERM')
  }, 120_000)
  afterAll(async () => {
    await workplace.close()
    await rm(scratch, { recursive: true, force: true })
  })

  async function backUpUnderLoad(service: ServiceProcess) {
    const confirmed: string[] = []
    const stopping = new AbortController()
    let ready = 0
    const repeat = async (work: (n: number) => Promise<void>) => {
      for (let n = 0; !stopping.signal.aborted; n += 1) await work(n)
    }
    const writers = [
      ...Array.from({ length: WRITERS }, (_, writer) => repeat((n) => create(writer * 10_000 + n))),
      repeat(async () => {
        await service.request(apiKey, 'GET', '/v1/record?krs=18')
      }),
      repeat(orderReport),
      repeat(() =>
        recordAuditAlone(workplace.storage, { accountId, actor: 'a', action: 'filters.update', now: new Date() }),
      ),
    ]
    async function create(n: number) {
      const label = `m-${n}`
      sentLabels.push(label)
      const body = { identifier_type: 'krs', identifier_value: krsOf(n + 100), label }
      const { status } = await service.request(apiKey, 'POST', '/v1/monitors', body)
      expect(status).toBe(201)
      confirmed.push(label)
    }
    async function orderReport() {
      const order = { source: 'krz', format: 'csv', date_from: DAY, date_to: DAY }
      const { status, body } = await service.request<{ id: string }>(apiKey, 'POST', '/v1/reports', order)
      if (status !== 202) throw new Error(JSON.stringify(body))
      const job = async () => (await service.request<{ status: string }>(apiKey, 'GET', `/v1/reports/${body.id}`)).body
      while (!stopping.signal.aborted) {
        if ((await job()).status !== 'ready') continue
        ready += 1
        return
      }
    }
    try {
      await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(WRITES_BEFORE_BACKUP), { timeout: 30_000 })
      await vi.waitFor(() => expect(ready).toBeGreaterThan(0), { timeout: 30_000 })
      acknowledged = [...confirmed]
      await makeBackup({
        storage: workplace.storage,
        dataDir: workplace.dataDir,
        folder: backupFolder,
        now: () => new Date(),
      })
      // The writers did not wait for the backup.
      expect(confirmed.length).toBeGreaterThan(acknowledged.length)
    } finally {
      stopping.abort()
      await Promise.allSettled(writers)
    }
    await Promise.all(writers)
  }

  async function restoreOn(to: Engine): Promise<Restored> {
    const dataDir = await mkdtemp(join(scratch, 'restored-'))
    const database = to === 'postgres' ? await makeDatabase() : undefined
    const place = { dataDir, databaseUrl: database?.url }
    await restoreBackup(backupFolder, { ...place, replace: false })
    const storage = await openStorage(place)
    keepAuditKey(storage.db, TEST_AUDIT_KEY)
    const close = async () => {
      await storage.close()
      await database?.drop()
    }
    return { storage, dataDir, close }
  }

  it.each(engines)('taken under load contains every write acknowledged before it, when restored on %s', async (to) => {
    const { storage, dataDir, close } = await restoreOn(to)
    const monitors = await storage.db.selectFrom('monitors').select('label').execute()
    const stored = new Set(monitors.map(({ label }) => label ?? ''))
    expect(acknowledged.length).toBeGreaterThan(WRITES_BEFORE_BACKUP)
    expect(acknowledged.filter((label) => !stored.has(label))).toEqual([])
    expect([...stored].filter((label) => !sentLabels.includes(label))).toEqual([])
    expect(await verifyUsage({ storage }, accountId)).toEqual([])
    expect(await verifyAudit(storage, accountId)).toMatchObject({ problem: null })
    const files = await listReportFiles(storage.db)
    expect(files.length).toBeGreaterThan(0)
    for (const { file } of files) await expect(stat(join(dataDir, 'reports', file))).resolves.toBeDefined()
    const jobs = await storage.db
      .selectFrom('report_jobs')
      .select(['file', 'sha256'])
      .where('file', 'is not', null)
      .execute()
    for (const { file, sha256 } of jobs) {
      const content = await readFile(join(dataDir, 'reports', file ?? ''))
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
    await close()
  })

  it('continues after a restore: the audit log stays valid, and ids are not reused', async () => {
    const { storage, close } = await restoreOn(engine)
    await recordAuditAlone(storage, { accountId, actor: 'a', action: 'filters.update', now: new Date() })
    expect(await verifyAudit(storage, accountId)).toMatchObject({ problem: null })
    const last = await storage.db
      .selectFrom('filter_versions')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirst()
    const row = { account_id: accountId, filter_id: 'f', kind: 'recorded', witness: 'service', at: '2026' } as const
    const values = { ...row, name: 'n', added: '{}', removed: '{}', item_count: 0, sha256: '' }
    const inserted = await storage.db
      .insertInto('filter_versions')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(inserted.id).toBeGreaterThan(last?.id ?? 0)
    await close()
  })

  it('is readable by its owner only, and contains no secret', async () => {
    for (const name of await readdir(backupFolder, { recursive: true })) {
      const { mode } = await stat(join(backupFolder, name))
      expect(mode & 0o077, name).toBe(0)
    }
    expect((await readdir(backupFolder)).toSorted()).toEqual(['manifest.json', 'reports', 'tables'])
  })

  it('does not replace an existing store without --replace, and keeps the replaced one', async () => {
    const dataDir = await mkdtemp(join(scratch, 'taken-'))
    await writeFile(join(dataDir, 'registers.db'), 'not to be lost')
    await writeFile(join(dataDir, 'registers.db-wal'), 'of another database')
    const target: RestoreTarget = { dataDir, databaseUrl: undefined, replace: false }
    await expect(restoreBackup(backupFolder, target)).rejects.toThrow(/--replace/)
    expect(await readFile(join(dataDir, 'registers.db'), 'utf8')).toBe('not to be lost')
    await restoreBackup(backupFolder, { ...target, replace: true })
    expect((await readdir(dataDir)).filter((name) => name.startsWith('registers.db'))).toEqual(['registers.db'])
    const [asideFolder = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('before-restore-'))
    expect(await readFile(join(dataDir, asideFolder, 'registers.db'), 'utf8')).toBe('not to be lost')
    const storage = await openStorage({ dataDir })
    expect(await verifyUsage({ storage }, accountId)).toEqual([])
    await storage.close()
    const secondBackup = {
      storage: workplace.storage,
      dataDir: workplace.dataDir,
      folder: backupFolder,
      now: () => new Date(),
    }
    await expect(makeBackup(secondBackup)).rejects.toThrow(/not empty/)
  })

  it.runIf(engine === 'postgres')('replaces a database only with --replace', async () => {
    const database = await makeDatabase()
    const dataDir = await mkdtemp(join(scratch, 'database-'))
    const target = { dataDir, databaseUrl: database.url, replace: false }
    await restoreBackup(backupFolder, target)
    await rm(join(dataDir, 'reports'), { recursive: true })
    await expect(restoreBackup(backupFolder, target)).rejects.toThrow(/--replace/)
    await restoreBackup(backupFolder, { ...target, replace: true })
    const storage = await openStorage(target)
    expect(await verifyUsage({ storage }, accountId)).toEqual([])
    await storage.close()
    await database.drop()
  })

  it('that is damaged, incomplete or newer is rejected, and nothing is restored', async () => {
    const manifest = await readFile(join(backupFolder, 'manifest.json'), 'utf8')
    const file = join(backupFolder, 'tables', 'monitors.jsonl.gz')
    const content = await readFile(file)
    const dataDir = await mkdtemp(join(scratch, 'refused-'))
    const restore = () => restoreBackup(backupFolder, { dataDir, databaseUrl: undefined, replace: false })
    await appendFile(file, 'x')
    await expect(restore()).rejects.toThrow(/monitors.jsonl.gz has changed since it was written/)
    await rm(file)
    await expect(restore()).rejects.toThrow(/monitors.jsonl.gz is missing/)
    await writeFile(file, content)
    await writeFile(join(backupFolder, 'manifest.json'), manifest.replace(/"schema": "[^"]+"/, '"schema": "999-later"'))
    await expect(restore()).rejects.toThrow(/newer/)
    await rm(join(backupFolder, 'manifest.json'))
    await expect(restore()).rejects.toThrow(/no manifest/)
    await writeFile(join(backupFolder, 'manifest.json'), manifest)
    expect(await readdir(dataDir)).toEqual([])
  })
})

const announcement = {
  id: 'backup-1',
  source: 'krz' as const,
  day: DAY,
  published_at: `${DAY}T10:00:00.000Z`,
  name: 'Dłużnik Próbny sp. z o.o.',
  title: 'Obwieszczenie',
  row: JSON.stringify({ id: 1, tytul: 'Obwieszczenie' }),
  nip: null,
  krs: null,
  pesel: null,
  subject_id: null,
  signature: null,
}
