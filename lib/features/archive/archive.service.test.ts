import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { deleteAccount } from '@/lib/features/members/delete-account'
import type { FetchService } from '@/lib/panel/context'
import { createMailService } from '@/lib/panel/mail/mailer'
import { NO_NETWORKS } from '@/lib/panel/outgoing/allowed-networks'
import { resealAll } from '@/lib/panel/secrets/reseal'
import {
  ARCHIVE_SECRET,
  archiveDependenciesOf,
  runArchiveJobs,
  openArchive,
  publishDay,
} from '@/lib/testing/delivery/archive'
import { startS3, TEST_S3_KEYS } from '@/lib/testing/delivery/s3'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { gate } from '@/lib/testing/gate'
import { callServiceAs, fetchAs, secretsOf } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { spoolFolder } from './disk-place'
import { runArchives } from './run-archives'
import { type SpoolDisk, realDisk } from './spool'
import { storeDue } from './store-due'

const NOW = '2026-11-20T11:00:00.000Z'
const LAST = '2026-11-19'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each(sqliteOnly)('the archive of daily reports on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  let dataDir: string
  beforeAll(async () => {
    smtp = await startSmtp()
    service = await startTestService({ engine, now: NOW })
    dataDir = service.service.dependencies.config.dataDir
    await publishDay(service, LAST, 3000)
  })
  afterAll(async () => {
    await service.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } }, panelUrl: undefined },
      () => 'x',
    )
  type Overrides = Parameters<typeof runArchiveJobs>[1]
  const runJobs = async (more: Overrides = {}) => {
    await runArchiveJobs(service, { mail: mail(), ...more })
    await deliveriesJob.run(archiveDependenciesOf(service, { mail: mail() }))
  }
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).map(readMail)
  const subjectsTo = (email: string) => mailsTo(email).map(({ headers }) => /^Subject: (.*)$/m.exec(headers)?.[1])
  const logOf = async (accountId: string, action: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })).filter(
      (each) => each.action === action,
    )
  const folderOf = (accountId: string) => join(dataDir, 'archive', accountId)
  async function filesOf(accountId: string) {
    const all = await readdir(folderOf(accountId), { recursive: true, withFileTypes: true }).catch(() => [])
    return all
      .filter((each) => each.isFile())
      .map((each) => each.name)
      .toSorted()
  }
  const close = async (accountId: string) => {
    await service.storage.db.deleteFrom('archived_reports').where('account_id', '=', accountId).execute()
    await service.storage.db.deleteFrom('archive_settings').where('account_id', '=', accountId).execute()
  }
  /** Simulates a service whose downloads are broken. */
  const withBrokenDownloads = (change: (answer: Response) => Response | Promise<Response>) => ({
    fetchFor:
      ({ id }: { id: string }): FetchService =>
      async (path, init) => {
        const answer = await fetchAs(service, id)(path, init)
        return path.includes('/download/') ? change(answer) : answer
      },
  })

  it('is off until an owner turns it on, and then stores the reports of the service', async () => {
    const archive = await openArchive(service)
    await runJobs()
    expect(await archive.get()).toMatchObject({ enabled: false, state: 'off', days: [] })
    await expect(archive.runNow()).rejects.toMatchObject({ code: 'conflict' })
    expect((await archive.update()).enabled).toBe(true)
    await runJobs()
    const { items, total } = await archive.list()
    expect(total).toBe(8)
    expect(items.every(({ state }) => state === 'stored')).toBe(true)
    const [newest] = items
    expect(newest).toMatchObject({ report_date: LAST, source: 'krz', format: 'csv', row_count: 3000, place: 'disk' })
    const path = join(folderOf(archive.accountId), newest!.name)
    const bytes = await readFile(path)
    expect([bytes.length, sha256(bytes)]).toEqual([newest?.size_bytes, newest?.sha256])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    // The archived file must equal the service's file byte by byte.
    const serviceAnswer = await fetchAs(
      service,
      archive.accountId,
    )(`/v1/reports/download/${await reportIdOf(newest!.id)}`)
    expect(sha256(new Uint8Array(await serviceAnswer.arrayBuffer()))).toBe(newest?.sha256)
    // The report names persons, so a purpose is required and the download is recorded like any other.
    await expect(archive.download(newest!.id)).rejects.toMatchObject({ code: 'purpose_required' })
    await archive.givePurpose()
    const answer = await archive.download(newest!.id)
    expect(await downloadsOf(archive.accountId)).toMatchObject([{ is_whole: 0, purpose: 'duty' }])
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    const manifest: unknown = JSON.parse(
      await readFile(join(folderOf(archive.accountId), `2026/11/manifest-${LAST}.json`), 'utf8'),
    )
    expect(manifest).toMatchObject({
      report_date: LAST,
      reports: [{ name: newest?.name, row_count: 3000, size_bytes: bytes.length, sha256: newest?.sha256 }],
    })
    expect(await logOf(archive.accountId, 'archive.store')).toHaveLength(8)
    expect((await logOf(archive.accountId, 'archive.download')).map(({ after }) => after)).toEqual([
      expect.stringContaining('"purpose":"duty"'),
    ])
    expect(await downloadsOf(archive.accountId)).toMatchObject([
      { report_date: LAST, source: 'krz', format: 'csv', is_whole: 1, bytes: bytes.length, user_id: archive.user.id },
    ])
    const view = await archive.get()
    expect(view).toMatchObject({ state: 'ok', failure: null, counts: { stored: 8, waiting: 0, failed: 0, lost: 0 } })
    expect(view.days).toHaveLength(8)
    expect(new Set(view.days.map(({ state }) => state))).toEqual(new Set(['stored']))
    expect(view.free_bytes).toBeGreaterThan(0)
    await runJobs()
    expect((await archive.list()).total).toBe(8)
    expect(await readdir(spoolFolder(dataDir))).toEqual([])
    await close(archive.accountId)
  })

  const downloadsOf = (accountId: string) =>
    service.storage.db.selectFrom('report_downloads').selectAll().where('account_id', '=', accountId).execute()
  const reportIdOf = async (id: string) =>
    (
      await service.storage.db
        .selectFrom('archived_reports')
        .select('report_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).report_id

  it('shows no report as missing for a day that could not be checked', async () => {
    const archive = await openArchive(service)
    await archive.update()
    service.clock.advance(5 * DAY_MS)
    const { days } = await archive.get()
    expect(days.filter(({ state }) => state === 'missing')).toEqual([])
    await close(archive.accountId)
    service.clock.set(NOW)
  })

  it('stores each report once, however many workers run', async () => {
    const archive = await openArchive(service)
    await archive.update({ sources: ['krz', 'msig', 'krs_changes'], formats: ['csv', 'json'] })
    const requestedPaths: string[] = []
    const counting = {
      fetchFor:
        ({ id }: { id: string }): FetchService =>
        (path, init) => {
          requestedPaths.push(path)
          return fetchAs(service, id)(path, init)
        },
    }
    await runArchives(archiveDependenciesOf(service))
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 6; round += 1) await storeDue(archiveDependenciesOf(service, counting))
      }),
    )
    expect((await archive.get()).counts).toMatchObject({ stored: 48, failed: 0, waiting: 0 })
    expect(requestedPaths).toHaveLength(48)
    expect(await logOf(archive.accountId, 'archive.store')).toHaveLength(48)
    await close(archive.accountId)
  })

  it('continues for other accounts while the service or the storage place of one account does not answer', async () => {
    const [slow, other] = [await openArchive(service), await openArchive(service)]
    for (const archive of [slow, other]) await archive.update()
    const barrier = gate()
    const slowJobs = archiveDependenciesOf(service, {
      fetchFor:
        ({ id }): FetchService =>
        async (path, init) => {
          if (id === slow.accountId) await barrier.opened
          return fetchAs(service, id)(path, init)
        },
      callFor: ({ id }) => {
        const callService = callServiceAs(service, id)
        return async (name, input) => {
          if (id === slow.accountId && name === 'reports.dailyIndex') await barrier.opened
          return callService(name, input)
        }
      },
    })
    const archiveRun = runArchives(slowJobs)
    await expect.poll(async () => (await other.get()).counts.waiting).toBe(8)
    // The slow account's reports are listed by a separate storage, which counts as another process; in this process the
    // account is busy.
    const storage = { ...service.storage, db: service.storage.db.withoutPlugins() }
    await runArchives({ ...archiveDependenciesOf(service), storage })
    expect((await slow.get()).counts.waiting).toBe(8)
    // Whichever worker picks the slow account first waits there.
    const workers = [storeDue(slowJobs), storeDue(slowJobs), storeDue(slowJobs)]
    await expect.poll(async () => (await other.get()).counts).toMatchObject({ stored: 8, waiting: 0 })
    expect((await slow.get()).counts).toMatchObject({ stored: 0, waiting: 8 })
    barrier.open()
    await Promise.all([archiveRun, ...workers])
    await runJobs()
    expect((await slow.get()).counts).toMatchObject({ stored: 8, waiting: 0 })
    await Promise.all([slow, other].map(({ accountId }) => close(accountId)))
  })

  it('stores a regenerated report next to the former edition', async () => {
    const archive = await openArchive(service)
    await archive.update()
    await runJobs()
    service.clock.advance(10 * MINUTE_MS)
    await publishDay(service, LAST, 5)
    await runJobs()
    const editions = (await archive.list({ date_from: LAST, date_to: LAST })).items
    expect(editions.map(({ state, row_count }) => `${state} ${row_count}`).toSorted()).toEqual([
      'stored 3000',
      'stored 3005',
    ])
    expect(new Set(editions.map(({ name }) => name)).size).toBe(2)
    for (const { name, sha256: hash } of editions) {
      expect(sha256(await readFile(join(folderOf(archive.accountId), name)))).toBe(hash)
    }
    const manifest = await readFile(join(folderOf(archive.accountId), `2026/11/manifest-${LAST}.json`), 'utf8')
    for (const { name } of editions) expect(manifest).toContain(name)
    await close(archive.accountId)
  })

  it.each([
    ['ends early', (answer: Response) => cut(answer, -10)],
    ['sends too much', (answer: Response) => cut(answer, 10)],
    ['sends a page', () => new Response('<html>Logowanie</html>', { headers: { 'content-type': 'text/html' } })],
    ['announces another length', (answer: Response) => relabel(answer, { 'content-length': '17' })],
  ] as const)(
    'stores nothing when the service %s, and retries',
    async (_, change) => {
      const archive = await openArchive(service)
      await archive.update()
      await runJobs(withBrokenDownloads(change))
      const view = await archive.get()
      expect(view).toMatchObject({ state: 'failing', failure: 'report_broken', counts: { stored: 0, failed: 8 } })
      expect(await filesOf(archive.accountId)).toEqual([])
      expect(await readdir(spoolFolder(dataDir))).toEqual([])
      service.clock.advance(2 * MINUTE_MS)
      await runJobs()
      expect(await archive.get()).toMatchObject({ state: 'ok', failure: null, counts: { stored: 8, failed: 0 } })
      expect(subjectsTo(archive.user.email)).toEqual([])
      await close(archive.accountId)
    },
    60_000,
  )

  it('notifies of a full disk at once and only once, and of the recovery', async () => {
    const archive = await openArchive(service)
    await archive.update()
    const full: SpoolDisk = {
      ...realDisk,
      open: async (path) => {
        const handle = await realDisk.open(path)
        let writtenBytes = 0
        return {
          writeFile: async (chunk) => {
            writtenBytes += chunk.byteLength
            if (writtenBytes > 1000) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
            await handle.writeFile(chunk)
          },
          sync: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
          close: () => handle.close(),
        }
      },
    }
    await runJobs({ archiveDisk: full })
    await runJobs({ archiveDisk: full })
    expect(await archive.get()).toMatchObject({
      state: 'failing',
      failure: 'disk_full',
      counts: { stored: 0, failed: 8 },
    })
    expect(await filesOf(archive.accountId)).toEqual([])
    expect(await readdir(spoolFolder(dataDir))).toEqual([])
    expect(subjectsTo(archive.user.email)).toEqual(['Archiwum raportów nie działa – Archiwum sp. z o.o.'])
    expect(await logOf(archive.accountId, 'archive.fail')).toHaveLength(1)
    // Free space is checked before anything is written.
    service.clock.advance(2 * MINUTE_MS)
    await runJobs({ archiveDisk: { ...realDisk, freeBytes: () => Promise.resolve(1000) } })
    expect((await archive.list()).items[0]).toMatchObject({ state: 'failed', failure: 'disk_full', attempts: 2 })
    service.clock.advance(60 * MINUTE_MS)
    await runJobs()
    expect(await archive.get()).toMatchObject({ state: 'ok', counts: { stored: 8 } })
    expect(subjectsTo(archive.user.email)).toEqual([
      'Archiwum raportów nie działa – Archiwum sp. z o.o.',
      'Archiwum raportów znów działa – Archiwum sp. z o.o.',
    ])
    expect(await logOf(archive.accountId, 'archive.recover')).toHaveLength(1)
    await close(archive.accountId)
  })

  it('notifies of an unreachable service after an hour, and names the reports that expired meanwhile', async () => {
    service.clock.set(NOW)
    const archive = await openArchive(service)
    await archive.update()
    const unreachable = withBrokenDownloads(() => Promise.reject(new TypeError('fetch failed')))
    await runJobs(unreachable)
    expect(subjectsTo(archive.user.email)).toEqual([])
    service.clock.advance(61 * MINUTE_MS)
    await runJobs(unreachable)
    await runJobs(unreachable)
    expect(subjectsTo(archive.user.email)).toEqual(['Archiwum raportów nie działa – Archiwum sp. z o.o.'])
    service.clock.set('2026-11-20T23:00:01.000Z')
    await runJobs(unreachable)
    const lost = (await archive.list()).items.filter(({ state }) => state === 'lost')
    expect(lost).toMatchObject([{ report_date: '2026-11-12', failure: 'expired' }])
    expect(subjectsTo(archive.user.email)[1]).toBe('Raportów nie udało się zapisać na czas – Archiwum sp. z o.o.')
    expect(mailsTo(archive.user.email)[1]?.text).toContain('KRZ, CSV')
    expect(await logOf(archive.accountId, 'archive.lose')).toHaveLength(1)
    const { days } = await archive.get()
    expect(days.find(({ report_date }) => report_date === '2026-11-12')?.state).toBe('lost')
    await close(archive.accountId)
    service.clock.set(NOW)
  }, 60_000)

  it('removes only its own files after the configured days, and shows their number in advance', async () => {
    service.clock.set(NOW)
    const archive = await openArchive(service)
    await archive.update({ keep_days: null })
    await runJobs()
    const foreign = join(folderOf(archive.accountId), '2026/11/cudzy.csv')
    await writeFile(foreign, 'nie nasz')
    service.clock.advance(10 * DAY_MS)
    expect(await archive.removal(30)).toMatchObject({ reports: 0 })
    expect(await archive.removal(5)).toMatchObject({ reports: 8 })
    const view = await archive.update({ keep_days: 5 })
    const day = new Date(service.clock.now().getTime() + DAY_MS).toISOString()
    expect(view.next_removal).toEqual({ at: day, reports: 8 })
    await runJobs()
    expect((await archive.get()).counts.removed).toBe(0)
    service.clock.advance(DAY_MS)
    await runJobs()
    expect((await archive.get()).counts).toMatchObject({ removed: 8 })
    expect((await filesOf(archive.accountId)).filter((name) => name.includes('2026-11-1'))).toEqual([])
    expect(existsSync(foreign)).toBe(true)
    const removals = await logOf(archive.accountId, 'archive.remove')
    expect(removals).toHaveLength(1)
    expect(JSON.parse(removals[0]?.after ?? '{}')).toMatchObject({ reports: 8, date_from: '2026-11-12', date_to: LAST })
    const removed = (await archive.list()).items.find(({ state }) => state === 'removed')
    await expect(archive.download(removed!.id)).rejects.toMatchObject({ code: 'gone' })
    await close(archive.accountId)
    service.clock.set(NOW)
  })

  it('does not serve a file that differs from the stored one, and marks it as lost', async () => {
    const archive = await openArchive(service)
    await archive.update()
    await runJobs()
    const [changed, missing, longer] = (await archive.list()).items
    const pathOf = (report: { name: string } | undefined) => join(folderOf(archive.accountId), report!.name)
    const bytes = await readFile(pathOf(changed))
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await writeFile(pathOf(changed), bytes)
    await rm(pathOf(missing))
    await archive.givePurpose()
    await writeFile(pathOf(longer), 'a', { flag: 'a' })
    await expect((await archive.download(changed!.id)).arrayBuffer()).rejects.toThrow()
    await expect(archive.download(missing!.id)).rejects.toMatchObject({ code: 'gone' })
    await expect(archive.download(longer!.id)).rejects.toMatchObject({ code: 'gone' })
    const states = new Map((await archive.list()).items.map(({ id, state, failure }) => [id, [state, failure]]))
    expect(states.get(changed!.id)).toEqual(['lost', 'file_changed'])
    expect(states.get(missing!.id)).toEqual(['lost', 'file_gone'])
    expect(states.get(longer!.id)).toEqual(['lost', 'file_changed'])
    // The manifests list the loss once and are not rewritten on every run.
    await runJobs()
    const unlistedRows = service.storage.db
      .selectFrom('archived_reports')
      .select('id')
      .where('account_id', '=', archive.accountId)
      .where('is_unlisted', '=', 1)
    expect(await unlistedRows.execute()).toEqual([])
    await close(archive.accountId)
  })

  it('removes leftovers of killed processes and keeps files in progress', async () => {
    const archive = await openArchive(service)
    await archive.update()
    await mkdir(spoolFolder(dataDir), { recursive: true })
    const [old, fresh] = ['stary.part', 'nowy.part'].map((name) => join(spoolFolder(dataDir), name))
    await writeFile(old!, 'pół raportu')
    await writeFile(fresh!, 'pół raportu')
    const before = new Date(Date.now() - 11 * MINUTE_MS)
    await utimes(old!, before, before)
    await runJobs()
    expect(await readdir(spoolFolder(dataDir))).toEqual(['nowy.part'])
    await rm(fresh!)
    await close(archive.accountId)
  })

  it('is deleted with its account', async () => {
    const archive = await openArchive(service)
    await archive.update()
    await runJobs()
    expect(await filesOf(archive.accountId)).not.toEqual([])
    const { slug } = await service.storage.db
      .selectFrom('accounts')
      .select('slug')
      .where('id', '=', archive.accountId)
      .executeTakeFirstOrThrow()
    await deleteAccount(service.storage, dataDir, { slug, actor: 'cli', now: service.clock.now(), withBooks: false })
    expect(existsSync(folderOf(archive.accountId))).toBe(false)
    expect(
      await service.storage.db
        .selectFrom('archived_reports')
        .select('id')
        .where('account_id', '=', archive.accountId)
        .execute(),
    ).toEqual([])
  })

  describe('in a bucket', () => {
    let s3: Awaited<ReturnType<typeof startS3>>
    beforeAll(async () => {
      s3 = await startS3()
    })
    afterAll(() => s3.stop())
    const inBucket = (change: object = {}) => ({
      place: 's3',
      s3: {
        endpoint: s3.endpoint,
        region: 'us-east-1',
        bucket: s3.bucket,
        prefix: 'panel',
        path_style: true,
        ...TEST_S3_KEYS,
        ...change,
      },
    })

    it('validates its settings, stores, serves and removes reports', async () => {
      service.clock.set(NOW)
      const archive = await openArchive(service)
      expect(await archive.validate(inBucket())).toEqual({ ok: true, step: null, failure: null, error: null })
      expect(await archive.validate(inBucket({ bucket: 'nie-ma-mnie' }))).toMatchObject({
        ok: false,
        step: 'write',
        failure: 'no_bucket',
      })
      const view = await archive.update(inBucket())
      expect(JSON.stringify(view)).not.toContain(TEST_S3_KEYS.secret_key)
      expect(view.s3).toMatchObject({ bucket: s3.bucket, has_keys: true })
      await runJobs()
      expect(await archive.get()).toMatchObject({ state: 'ok', counts: { stored: 8 }, free_bytes: null })
      const [newest] = (await archive.list()).items
      await archive.givePurpose()
      const bytes = Buffer.from(await (await archive.download(newest!.id)).arrayBuffer())
      expect(sha256(bytes)).toBe(newest?.sha256)
      const objects = await readdir(join(s3.directory, s3.bucket), { recursive: true })
      expect(objects.some((name) => name.includes(`manifest-${LAST}.json`))).toBe(true)
      expect(objects.some((name) => name.includes('panel-test-'))).toBe(false)
      const { access_key: _a, secret_key: _s, ...withoutKeys } = inBucket().s3
      expect((await archive.update({ place: 's3', s3: withoutKeys, keep_days: 1 })).s3?.has_keys).toBe(true)
      await expect(archive.update({ place: 's3', s3: { ...withoutKeys, bucket: 'inny' } })).rejects.toMatchObject({
        code: 'invalid',
      })
      service.clock.advance(2 * DAY_MS)
      await runJobs()
      expect((await archive.get()).counts.removed).toBe(8)
      await close(archive.accountId)
      service.clock.set(NOW)
    })

    it('is turned off at once when the bucket does not exist, with one mail, and resumes when it exists', async () => {
      const archive = await openArchive(service)
      await archive.update(inBucket({ bucket: 'nie-ma-mnie' }))
      await runJobs()
      await runJobs()
      expect(await archive.get()).toMatchObject({ enabled: false, state: 'off', off_reason: 'no_bucket' })
      expect(subjectsTo(archive.user.email)).toEqual(['Archiwum raportów zostało wyłączone – Archiwum sp. z o.o.'])
      expect(await logOf(archive.accountId, 'archive.off')).toHaveLength(1)
      await archive.update(inBucket())
      await runJobs()
      expect(await archive.get()).toMatchObject({ enabled: true, state: 'ok', off_reason: null, counts: { stored: 8 } })
      await close(archive.accountId)
    })

    it('is turned off at once when the keys are refused', async () => {
      const archive = await openArchive(service)
      await archive.update(inBucket({ access_key: 'nobody' }))
      await runJobs()
      expect(await archive.get()).toMatchObject({ enabled: false, state: 'off', off_reason: 'credentials' })
      await close(archive.accountId)
    })

    it('is not turned off by a network failure, and notifies of it after an hour', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      // Safe: the address of a TCP server is never a pipe name.
      const { port } = silent.address() as AddressInfo
      silent.close()
      const archive = await openArchive(service)
      await archive.update(inBucket({ endpoint: `http://127.0.0.1:${port}` }))
      await runJobs()
      expect(await archive.get()).toMatchObject({ enabled: true, state: 'failing', failure: 'place_unreachable' })
      expect(subjectsTo(archive.user.email)).toEqual([])
      service.clock.advance(61 * MINUTE_MS)
      await runJobs()
      expect(subjectsTo(archive.user.email)).toEqual(['Archiwum raportów nie działa – Archiwum sp. z o.o.'])
      expect((await archive.get()).enabled).toBe(true)
      await close(archive.accountId)
      service.clock.set(NOW)
    }, 60_000)

    it('does not connect to a private network that the operator did not allow', async () => {
      const archive = await openArchive(service, { outgoing: { allowed: NO_NETWORKS } })
      expect(await archive.validate(inBucket())).toMatchObject({ ok: false, failure: 'address_refused' })
      await archive.update(inBucket())
      await runJobs({ outgoing: { allowed: NO_NETWORKS } })
      expect(await archive.get()).toMatchObject({ state: 'failing', failure: 'address_refused', counts: { stored: 0 } })
      await close(archive.accountId)
    })

    it('keeps its keys when the secret of the panel is changed, and is turned off when the secret is lost', async () => {
      const archive = await openArchive(service)
      await archive.update(inBucket())
      const NEW = 'another secret of the tests'
      const both = { current: () => NEW, all: () => [NEW, ARCHIVE_SECRET], reload: () => undefined }
      const result = await service.storage.db.transaction().execute((db) => resealAll(db, both))
      expect([result.archive_access_keys.resealed, result.archive_secret_keys.resealed]).toEqual([1, 1])
      await runJobs({ secrets: secretsOf(NEW) })
      expect(await archive.get()).toMatchObject({ state: 'ok', counts: { stored: 8 } })
      await close(archive.accountId)
      const lost = await openArchive(service)
      await lost.update(inBucket())
      await runJobs({ secrets: secretsOf('a secret that sealed nothing') })
      expect(await lost.get()).toMatchObject({ enabled: false, off_reason: 'secret_lost' })
      await close(lost.accountId)
    })

    it('neither serves nor removes reports in a former storage place', async () => {
      const archive = await openArchive(service)
      await archive.update(inBucket())
      await runJobs()
      const [newest] = (await archive.list()).items
      const view = await archive.update({ place: 'disk', s3: null, keep_days: 1 })
      expect(view.elsewhere).toBe(8)
      await expect(archive.download(newest!.id)).rejects.toMatchObject({ code: 'gone' })
      service.clock.advance(3 * DAY_MS)
      await runJobs()
      expect((await archive.list()).items.find(({ id }) => id === newest!.id)).toMatchObject({
        state: 'stored',
        is_elsewhere: true,
      })
      await close(archive.accountId)
      service.clock.set(NOW)
    })
  })
})

/** Makes the body shorter or longer than announced. */
async function cut(answer: Response, by: number): Promise<Response> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.delete('etag')
  const body = by < 0 ? bytes.subarray(0, by) : Buffer.concat([bytes, Buffer.alloc(by)])
  return new Response(body, { status: answer.status, headers })
}

function relabel(answer: Response, change: Record<string, string>): Response {
  const headers = new Headers(answer.headers)
  for (const [name, value] of Object.entries(change)) headers.set(name, value)
  return new Response(answer.body, { status: answer.status, headers })
}
