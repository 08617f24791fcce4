import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { eventSources } from '@/lib/domain/events/sources'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { contentAfter, toStretches } from '@/lib/features/certificates/timeline'
import { checkContent, parseContent } from '@/lib/service/monitors/filter-content'
import { recordedValuesOf, listFilterVersions } from '@/lib/service/monitors/statements/evidence'
import { DAILY_REPORT_DAYS } from '@/lib/service/reports/daily-reports'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { feederJob } from './feeder'
import { loadSampleData } from './load'
import { sampleAccounts } from './sample-accounts'
import { makeMonitors } from './sample-monitors'
import { slotsBetween } from './schedule'

const NOW = '2026-11-21T12:00:00.000Z'
const HOUR_MS = 3_600_000
/** Columns with the same values on every load of the same day. */
const stableColumns: Readonly<Record<string, readonly string[]>> = {
  accounts: ['slug', 'plan', 'state'],
  announcements: ['id', 'source', 'day', 'published_at', 'title', 'row'],
  monitors: ['identifier_type', 'identifier_value', 'label', 'created_at'],
  filters: ['name', 'content', 'item_count'],
  monitor_events: ['source', 'created_at', 'identifier_type', 'identifier_value'],
  bzp_notices: ['id', 'published_at', 'title', 'city', 'cpv'],
  ledger: ['operation', 'pool', 'units', 'overage_grosz', 'at'],
  daily_reports: ['report_date', 'source', 'format', 'row_count'],
  relations: ['company_id'],
  krs_entries: ['company_id', 'number'],
}
const contentsByEngine = new Map<string, Record<string, readonly [number, string]>>()
type Register = 'register_entries' | 'rdf_documents' | 'relations' | 'krs_entries' | 'white_list_entries'

describe.each(engines)('sample data on %s', (engine) => {
  let service: TestService
  let elapsedMs = 0
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const started = performance.now()
    // With PostgreSQL several processes may start at once.
    const processes = engine === 'postgres' ? [1, 2] : [1]
    await Promise.all(processes.map(() => loadSampleData(service.service.dependencies)))
    elapsedMs = performance.now() - started
  }, 180_000)
  afterAll(() => service.stop())

  const count = async (
    table: 'monitors' | 'monitor_events' | 'announcements' | 'bzp_notices' | 'ledger' | 'daily_reports' | Register,
  ) => {
    const row = await service.storage.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  }
  /** Each table as its number of rows and a hash of all columns that are not random. */
  const contents = async (): Promise<Record<string, readonly [rows: number, hash: string]>> => {
    const tables = Object.entries(stableColumns).map(async ([table, columns]) => {
      const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns.map((name) => sql.ref(name)))}
        from ${sql.table(table)}`.execute(service.storage.db)
      const lines = rows.map((row) => JSON.stringify(columns.map((name) => row[name]))).toSorted()
      return [table, [lines.length, createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)]] as const
    })
    return Object.fromEntries(await Promise.all(tables))
  }
  const callService = async <B>(slug: string, path: string) => {
    const { db } = service.storage
    const { id } = await db.selectFrom('accounts').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    return (await service.requestAs<B>(service.principalOf(id), 'GET', path)).body
  }
  async function highestNumbers() {
    const rows = await service.storage.db
      .selectFrom('announcements')
      .select(['krs', 'row'])
      .where('source', '=', 'krs')
      .execute()
    const highest = new Map<string | null, number>()
    for (const { krs, row } of rows) {
      const { entry_number } = JSON.parse(row) as { entry_number: number }
      highest.set(krs, Math.max(highest.get(krs) ?? 0, entry_number))
    }
    return highest
  }
  type Page = { items: Monitor[]; total: number }

  it('contain every account, register and report, and the file of every report', async () => {
    expect(elapsedMs).toBeLessThan(120_000)
    expect(await service.storage.db.selectFrom('accounts').select('slug').orderBy('slug').execute()).toEqual(
      sampleAccounts.map(({ slug }) => ({ slug })).toSorted((a, b) => (a.slug < b.slug ? -1 : 1)),
    )
    const { db } = service.storage
    const daysBySource = await db
      .selectFrom('announcements')
      .select((eb) => ['source', eb.fn.count<number>('day').distinct().as('days')])
      .groupBy('source')
      .execute()
    // Two weeks and the beginning of today; some registers publish nothing on holidays.
    expect(new Set(daysBySource.map(({ source }) => source))).toEqual(new Set(eventSources))
    expect(Math.min(...daysBySource.map(({ days }) => days))).toBeGreaterThanOrEqual(5)
    expect(await count('bzp_notices')).toBeGreaterThan(20_000)
    const payers = await db.selectFrom('ledger').select('account_id').distinct().execute()
    expect(payers.length).toBeGreaterThanOrEqual(5)
    const reports = await db.selectFrom('daily_reports').select(['file', 'row_count']).execute()
    expect(reports).toHaveLength(DAILY_REPORT_DAYS * 6)
    expect(reports.reduce((sum, { row_count }) => sum + row_count, 0)).toBeGreaterThan(500)
    const { dataDir } = service.service.dependencies.config
    expect(reports.filter(({ file }) => !existsSync(join(dataDir, 'reports', file)))).toEqual([])
  })

  it('are loaded once: loading again, also after an interrupted load, changes nothing', async () => {
    const { db } = service.storage
    const first = await contents()
    contentsByEngine.set(engine, first)
    await loadSampleData(service.service.dependencies)
    expect(await contents()).toEqual(first)
    await db.updateTable('meta').set({ value: 'loading' }).where('key', '=', 'sample_data').execute()
    await db.deleteFrom('daily_reports').execute()
    await loadSampleData(service.service.dependencies)
    expect(await contents()).toEqual(first)
  })

  it.runIf(engine === 'postgres')('are the same on both engines, also when two processes load them at once', () => {
    expect(contentsByEngine.get('postgres')).toEqual(contentsByEngine.get('sqlite'))
  })

  it('add missing parts to a store that an older version filled', async () => {
    const { db } = service.storage
    const tables = ['register_entries', 'rdf_documents', 'relations', 'krs_entries', 'white_list_entries'] as const
    const announced = await highestNumbers()
    expect(announced.size).toBeGreaterThan(300)
    const metaKeys = tables.map((table) => `sample_${table}`)
    await db.deleteFrom('meta').where('key', 'in', metaKeys).execute()
    for (const table of tables) await db.deleteFrom(table).execute()
    await loadSampleData(service.service.dependencies)
    expect(Math.min(...(await Promise.all(tables.map(count))))).toBeGreaterThan(1_000)
    // Announcements of an older version changed nothing, but their entry numbers must not be reused.
    const lastEntries = await db
      .selectFrom('krs_entries')
      .innerJoin('subjects', 'subjects.id', 'company_id')
      .select(({ fn }) => ['krs', fn.max('number').as('number')])
      .groupBy('krs')
      .execute()
    const numbers = new Map(lastEntries.map(({ krs, number }) => [krs, number]))
    expect([...announced].filter(([krs, number]) => (numbers.get(krs) ?? 0) < number)).toEqual([])
    await db.deleteFrom('relations').execute()
    await loadSampleData(service.service.dependencies)
    expect(await count('relations')).toBe(0)
  })

  it.each(sampleAccounts)(
    'give $slug its monitors and filters',
    async ({ slug, monitors, filters, silentMonitors }) => {
      const { db } = service.storage
      const account = await db.selectFrom('accounts').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
      const watched = await db.selectFrom('monitors').select('filter_id').where('account_id', '=', account.id).execute()
      expect(watched).toHaveLength(monitors)
      const lists = await db.selectFrom('filters').selectAll().where('account_id', '=', account.id).execute()
      expect(lists).toHaveLength(filters)
      for (const { content, item_count } of lists) expect(checkContent(parseContent(content)).count).toBe(item_count)
      const filterIds = new Set(lists.map(({ id }) => id))
      const silent = watched.filter(({ filter_id }) => filter_id !== null && !filterIds.has(filter_id))
      expect(silent).toHaveLength(silentMonitors)
      // Decision 35 (states of an account): an inactive account may only read its usage.
      const status = account.state === 'inactive' ? 402 : 200
      expect((await service.requestAs(service.principalOf(account.id), 'GET', '/v1/monitors')).status).toBe(status)
    },
  )

  it('show the main account with tags, persons, events and no future dates', async () => {
    const tags = await callService<{ items: { tag: string; monitors: number }[]; untagged: number }>(
      'demo-pro',
      '/v1/monitors/tags',
    )
    expect(tags.items.map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(['audyt-q4', 'dostawcy', 'klienci', 'kluczowi', 'medyczne', 'ryzyko A', 'transport']),
    )
    expect(tags.untagged).toBeGreaterThan(50)
    expect((await callService<Page>('demo-pro', '/v1/monitors?identifier_type=pesel')).total).toBeGreaterThan(30)
    expect((await callService<Page>('demo-pro', '/v1/monitors?identifier_type=subject_id')).total).toBeGreaterThan(20)
    const events = await callService<{ total: number; items: { created_at: string }[] }>(
      'demo-pro',
      '/v1/monitor-events?limit=1000',
    )
    expect(events.total).toBeGreaterThan(500)
    const sources = await service.storage.db.selectFrom('monitor_events').select('source').distinct().execute()
    expect(new Set(sources.map(({ source }) => source))).toEqual(new Set(eventSources))
    const { db } = service.storage
    const { newest } = await db
      .selectFrom('monitor_events')
      .select((eb) => eb.fn.max('created_at').as('newest'))
      .executeTakeFirstOrThrow()
    expect(newest <= NOW).toBe(true)
    const futureMonitors = await db.selectFrom('monitors').select('id').where('created_at', '>', NOW).execute()
    expect(futureMonitors).toEqual([])
    const unordered = await db
      .selectFrom('monitor_events as a')
      .innerJoin('monitor_events as b', (join) => join.on((eb) => eb('b.id', '=', eb('a.id', '+', 1))))
      .select('a.id')
      .whereRef('a.created_at', '>', 'b.created_at')
      .execute()
    expect(unordered).toEqual([])
  })

  it('contain no event from before its monitor was created, or for a value that the filter did not contain then', async () => {
    const { db } = service.storage
    const rows = await db
      .selectFrom('monitor_events as e')
      .innerJoin('monitors as m', 'm.id', 'e.monitor_id')
      .select(['e.created_at', 'e.identifier_type', 'e.identifier_value', 'm.created_at as since', 'm.filter_id'])
      .select('m.account_id')
      .execute()
    expect(rows.filter(({ created_at: at, since }) => at < since)).toEqual([])
    const ofFilters = rows.filter(({ filter_id: id }) => id !== null)
    expect(ofFilters.length).toBeGreaterThan(10)
    for (const { created_at, filter_id, account_id, identifier_type: kind, identifier_value: value } of ofFilters) {
      const versions = await listFilterVersions(db, account_id, filter_id ?? '')
      const filterContent = contentAfter(versions.filter(({ at }) => at <= created_at))
      const recordedValues = await recordedValuesOf(db, account_id)
      // For a name, the event contains its key.
      if (kind !== 'name') expect(filterContent[kind]).toContain(recordedValues.value(kind, value))
    }
  })

  it('contain filters that were changed, emptied or deleted while monitors used them', async () => {
    const { db } = service.storage
    const monitors = await db.selectFrom('monitors').selectAll().where('filter_id', 'is not', null).execute()
    const states = new Set<string>()
    for (const { account_id, filter_id, created_at } of monitors) {
      const versions = await listFilterVersions(db, account_id, filter_id ?? '')
      expect(versions[0]?.kind).toBe('created')
      expect((versions[0]?.at ?? '') < created_at).toBe(true)
      expect(versions.map(({ at }) => at)).toEqual(versions.map(({ at }) => at).toSorted())
      for (const { state } of toStretches(versions, { from: created_at, until: NOW })) states.add(state)
    }
    expect([...states].toSorted()).toEqual(['deleted', 'empty', 'watching'])
  })

  it('add monitors to the largest account at a larger scale, up to the limit of its plan', async () => {
    await loadSampleData(service.service.dependencies, { scale: 1.5 })
    expect((await callService<Page>('demo-enterprise', '/v1/monitors?limit=1')).total).toBe(6_000)
    await loadSampleData(service.service.dependencies, { scale: 1.2 })
    expect((await callService<Page>('demo-enterprise', '/v1/monitors?limit=1')).total).toBe(6_000)
    expect((await callService<Page>('demo-pro', '/v1/monitors?limit=1')).total).toBe(2_418)
  })

  it('are continued by the feeder: live announcements, and those missed while the server was stopped', async () => {
    const { dependencies } = service.service
    const before = await count('announcements')
    await feederJob.run(dependencies)
    expect(await count('announcements')).toBe(before)
    service.clock.advance(20_000)
    await Promise.all([feederJob.run(dependencies), feederJob.run(dependencies)])
    const live = await count('announcements')
    expect(live).toBeGreaterThan(before)
    await feederJob.run(dependencies)
    expect(await count('announcements')).toBe(live)
    service.clock.advance(60 * HOUR_MS)
    const missed = slotsBetween(new Date(service.clock.now().getTime() - 60 * HOUR_MS), service.clock.now()).length
    expect(missed).toBeGreaterThan(50)
    await feederJob.run(dependencies)
    // Some runs publish nothing, others several announcements.
    expect(await count('announcements')).toBeGreaterThan(live + 0.9 * missed)
    service.clock.advance(200 * 24 * HOUR_MS)
    await feederJob.run(dependencies)
    const oldest = await service.storage.db.selectFrom('announcements').select('day').orderBy('day').executeTakeFirst()
    expect((oldest?.day ?? '') >= '2027-05-25').toBe(true)
  })
})

describe.each(engines)('without sample data on %s', (engine) => {
  it('the feeder is idle', async () => {
    const service = await startTestService({ engine })
    await feederJob.run(service.service.dependencies)
    const rows = await service.storage.db.selectFrom('announcements').select('id').execute()
    expect(rows).toEqual([])
    await service.stop()
  })
})

describe('makeMonitors', () => {
  it.each([12, 2_411, 20_000])('returns %i distinct, valid and reproducible monitors', (wanted) => {
    const monitors = makeMonitors('demo-enterprise', wanted)
    expect(monitors).toHaveLength(wanted)
    expect(new Set(monitors.map(({ identifier }) => `${identifier.type} ${identifier.value}`)).size).toBe(wanted)
    expect(monitors.filter(({ identifier: { type, value } }) => !checkIdentifier(type, value).ok)).toEqual([])
    expect(monitors.filter(({ tags }) => tags.length > 10)).toEqual([])
    expect(makeMonitors('demo-enterprise', wanted)).toEqual(monitors)
  })
})
