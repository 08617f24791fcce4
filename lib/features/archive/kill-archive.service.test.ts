import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { archiveDependenciesOf, openArchive, publishDay } from '@/lib/testing/delivery/archive'
import { type KilledRuns, openKilledRuns } from '@/lib/testing/killed-runs'
import { rounds } from '@/lib/testing/rounds'
import { engines, TEST_AUDIT_KEY, type TestService } from '@/lib/testing/service'

import { runArchives } from './run-archives'

const NOW = '2026-11-20T11:00:00.000Z'
const MOST_KILLS = 20
const KILLS = rounds({ long: MOST_KILLS, short: 3 })

/** Runs the jobs repeatedly until it is killed. Chunks arrive slowly, so that the kill hits a transfer. */
const JOB_LOOP = `
import { pino } from 'pino'
import { createClient } from '@/lib/client/client'
import { runArchives } from '@/lib/features/archive/run-archives'
import { storeDue } from '@/lib/features/archive/store-due'
import { NO_NETWORKS } from '@/lib/panel/outgoing/allowed-networks'
import { noMail } from '@/lib/panel/mail/mailer'
import { openStorage } from '@/lib/storage/open'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'

const { now, url, apiKey, auditKey, ...store } = JSON.parse(process.env.STORE)
const storage = await openStorage(store)
keepAuditKey(storage.db, auditKey)
const fetchApi = (path, init = {}) => fetch(url + path, { ...init, headers: { ...init.headers, 'x-api-key': apiKey } })
const slowly = async (path, init) => {
  const answer = await fetchApi(path, init)
  if (!path.includes('/download/') || answer.body === null) return answer
  const slow = new TransformStream({
    transform: async (chunk, controller) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(chunk)
    },
  })
  return new Response(answer.body.pipeThrough(slow), { status: answer.status, headers: answer.headers })
}
const dependencies = {
  storage, clock: () => new Date(now), log: pino({ level: 'silent' }), dataDir: store.dataDir, mail: noMail, isEmbedded: true,
  callFor: () => createClient(fetchApi), fetchFor: () => slowly, outgoing: { allowed: NO_NETWORKS },
}
const logUnlessBusy = (error) => /SQLITE_BUSY|is locked/.test(String(error?.code) + error) || console.error(error)
for (;;) {
  // A process that waits too long for SQLite's file lock retries, as a job does.
  await runArchives(dependencies).catch(logUnlessBusy)
  await storeDue(dependencies).catch(logUnlessBusy)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
`

describe.each(engines)('an archive whose processes are killed, on %s', (engine) => {
  let service: TestService
  let killedRuns: KilledRuns
  beforeAll(async () => {
    killedRuns = await openKilledRuns(engine, JOB_LOOP, NOW)
    service = killedRuns.service
    for (let day = 12; day <= 19; day += 1) await publishDay(service, `2026-11-${day}`, 1500)
  })
  afterAll(async () => {
    await killedRuns.stop()
  })

  const start = (apiKey: string) => killedRuns.start({ now: NOW, url: service.url, apiKey, auditKey: TEST_AUDIT_KEY })

  it('stores every report once and complete, and leaves no partial file', async () => {
    const { dataDir } = service.service.dependencies.config
    const archive = await openArchive(service)
    await archive.update({ sources: ['krz', 'msig', 'krs_changes'], formats: ['csv', 'json'] })
    await runArchives(archiveDependenciesOf(service))
    const { db } = service.storage
    const stored = async () => (await archive.get()).counts.stored
    const partial = async () => (await readdir(join(dataDir, 'archive', '.spool')).catch(() => [])).length
    let interruptedReports = 0
    // Kills between two reports prove little, so more rounds follow until one interrupts a report.
    for (let round = 0; round < KILLS || (interruptedReports === 0 && round < MOST_KILLS); round += 1) {
      const children = [start(archive.apiKey), start(archive.apiKey)]
      const before = await stored()
      await expect.poll(stored, { timeout: 30_000, interval: 3 }).toBeGreaterThan(before + 1)
      await Promise.all(children.map(killedRuns.kill))
      interruptedReports += await partial()
      await db
        .updateTable('archived_reports')
        .set({ claimed_until: null, claimed_by: null })
        .where('state', '=', 'waiting')
        .execute()
    }
    expect(interruptedReports).toBeGreaterThan(0)
    const last = start(archive.apiKey)
    await expect.poll(stored, { timeout: 60_000 }).toBe(48)
    // The last audit log entry and the manifests are written shortly after.
    const unlisted = async () =>
      (await db.selectFrom('archived_reports').select('id').where('is_unlisted', '=', 1).execute()).length
    await expect.poll(unlisted, { timeout: 30_000 }).toBe(0)
    await killedRuns.kill(last)
    const { items } = await archive.list()
    expect(new Set(items.map(({ name }) => name)).size).toBe(48)
    for (const { name, sha256, size_bytes: bytes } of items) {
      const content = await readFile(join(dataDir, 'archive', archive.accountId, name))
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256])
    }
    const all = await readdir(join(dataDir, 'archive', archive.accountId), { recursive: true, withFileTypes: true })
    const files = all.filter((each) => each.isFile()).map((each) => each.name)
    expect(files.filter((name) => !name.startsWith('manifest-'))).toHaveLength(48)
    const entries = await listEntriesAfter(db, archive.accountId, { number: 0, limit: 1000 })
    expect(entries.filter(({ action }) => action === 'archive.store')).toHaveLength(48)
  }, 180_000)
})
