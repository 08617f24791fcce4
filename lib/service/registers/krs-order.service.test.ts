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
  const made = announcementOf('krs', index, { day: DAY, krs: '0000000018', nip: '4000000000' })
  return { ...made, row: JSON.stringify({ id: made.id, entry_number: 1 + (index % 12), entity_name: 'X', field: 'f' }) }
})

describe.each(engines)('KRS changes of one company and day on %s', (engine) => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
    await insertAnnouncements(on.storage.db, changes)
    await insertAnnouncements(on.storage.db, changes)
  })
  afterAll(() => on.stop())

  const entriesOf = (rows: readonly { entry_number: number }[]) => rows.map((row) => row.entry_number)
  it('come in the order of entries in a stream, also in parts', async () => {
    const { apiKey } = await on.createAccount()
    const linesOf = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { entry_number: number; _end?: { cursor: string } })
    const whole = await on.request<string>(apiKey, 'GET', '/v1/krs/changes/stream?krs=18')
    expect(entriesOf(linesOf(whole.body))).toEqual(wanted)
    const got: number[] = []
    for (let cursor = ''; got.length < 24;) {
      const query = `?limit=7${cursor && `&cursor=${cursor}`}`
      const ending = { accept: 'application/x-ndjson; end=1' }
      const { body } = await on.request<string>(apiKey, 'GET', `/v1/krs/changes/stream${query}`, undefined, ending)
      const lines = linesOf(body)
      got.push(...entriesOf(lines.slice(0, -1)))
      const { _end: end } = lines.at(-1) ?? {}
      cursor = end?.cursor ?? ''
    }
    expect(got).toEqual(wanted)
  })

  it('come in the order of entries in a daily report', async () => {
    await generateDailyReports(on.service.dependencies, { days: [DAY] })
    const report = await on.storage.db
      .selectFrom('daily_reports')
      .select('file')
      .where('source', '=', 'krs_changes')
      .where('format', '=', 'json')
      .executeTakeFirstOrThrow()
    const text = await readFile(join(on.service.dependencies.config.dataDir, 'reports', report.file), 'utf8')
    expect(entriesOf(JSON.parse(text) as { entry_number: number }[])).toEqual(wanted)
  })
})

describe.each(engines)('an upgrade on %s', (engine) => {
  it('puts the changes of an older version in the order of entries', async () => {
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
    expect(rows.map(({ place }) => place)).toEqual([0, 0, ...wanted])
    await storage.close()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
})

const wanted = changes.map((_, index) => 1 + Math.floor(index / 2))
