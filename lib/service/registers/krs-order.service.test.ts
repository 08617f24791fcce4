import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listNextAnnouncements } from '@/lib/service/monitors/statements/announcement-streams'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { migrate } from '@/lib/storage/migrate'
import { openUnmigrated } from '@/lib/storage/open'
import { announcementOf } from '@/lib/testing/announcements'
import { makeDatabase } from '@/lib/testing/postgres'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { generateDailyReports } from '../reports/daily-reports'

const DAY = '2026-11-19'

/** Two fields each of entries 1 to 12 of one company: ids are unordered, and as text `10` sorts before `9`. */
const changes = Array.from({ length: 24 }, (_, index) => {
  const announcement = announcementOf('krs', index, { day: DAY, krs: '0000000018', nip: '4000000000' })
  return {
    ...announcement,
    row: JSON.stringify({ id: announcement.id, entry_number: 1 + (index % 12), entity_name: 'X', field: 'f' }),
  }
})

describe.each(engines)('KRS changes of one company and day on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
    await insertAnnouncements(service.storage.db, changes)
    await insertAnnouncements(service.storage.db, changes)
  })
  afterAll(() => service.stop())

  const entriesOf = (rows: readonly { entry_number: number }[]) => rows.map((row) => row.entry_number)
  it('are in the order of entries in a stream, also in parts', async () => {
    const { apiKey } = await service.createAccount()
    const linesOf = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { entry_number: number; _end?: { cursor: string } })
    const fullStream = await service.request<string>(apiKey, 'GET', '/v1/krs/changes/stream?krs=18')
    expect(entriesOf(linesOf(fullStream.body))).toEqual(expectedEntries)
    const received: number[] = []
    for (let cursor = ''; received.length < 24;) {
      const query = `?limit=7${cursor && `&cursor=${cursor}`}`
      const header = { accept: 'application/x-ndjson; end=1' }
      const { body } = await service.request<string>(apiKey, 'GET', `/v1/krs/changes/stream${query}`, undefined, header)
      const lines = linesOf(body)
      received.push(...entriesOf(lines.slice(0, -1)))
      const { _end: end } = lines.at(-1) ?? {}
      cursor = end?.cursor ?? ''
    }
    expect(received).toEqual(expectedEntries)
  })

  it('are in the order of entries in a daily report', async () => {
    await generateDailyReports(service.service.dependencies, { days: [DAY] })
    const report = await service.storage.db
      .selectFrom('daily_reports')
      .select('file')
      .where('source', '=', 'krs_changes')
      .where('format', '=', 'json')
      .executeTakeFirstOrThrow()
    const text = await readFile(join(service.service.dependencies.config.dataDir, 'reports', report.file), 'utf8')
    expect(entriesOf(JSON.parse(text) as { entry_number: number }[])).toEqual(expectedEntries)
  })
})

describe.each(engines)('an upgrade on %s', (engine) => {
  it('sorts the changes of an older version into the order of entries', async () => {
    const database = engine === 'postgres' ? await makeDatabase() : undefined
    const dataDir = await mkdtemp(join(tmpdir(), 'registers-order-'))
    const storage = openUnmigrated({ dataDir, databaseUrl: database?.url })
    const { db } = storage
    // Applies all migrations before the one that adds places.
    await migrate(db, engine, { to: '077' })
    const others = [
      announcementOf('krz', 1, { day: DAY }),
      announcementOf('krs', 99, { day: DAY, row: '{"id": "none"}' }),
    ]
    await db
      .insertInto('announcements')
      .values([...changes, ...others])
      .execute()
    await migrate(db, engine)
    const range = { window: {}, after: undefined, limit: 100 }
    const rows = await listNextAnnouncements(db, { sources: ['krs', 'krz'], ...range })
    expect(rows.map(({ place }) => place)).toEqual([0, 0, ...expectedEntries])
    await storage.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
})

const expectedEntries = changes.map((_, index) => 1 + Math.floor(index / 2))
