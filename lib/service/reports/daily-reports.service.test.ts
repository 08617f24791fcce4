import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it as onBoth, vi } from 'vitest'

import { reportKrsChangeRow, reportKrzRow, reportMsigRow } from '@/lib/contract/report-rows'
import type { DailyReport } from '@/lib/contract/reports'
import { addDays } from '@/lib/domain/calendar'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { announcementsOfDay } from '@/lib/testing/announced-days'
import { parseCsv } from '@/lib/testing/parse-csv'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { generateDailyReports } from './daily-reports'
import { reportFields, toCsvRecord } from './report-file'
import { reportJobs } from './report-jobs'

const NOW = '2026-11-20T11:00:00.000Z'
const LAST_DAY = '2026-11-19'
const HOUR_MS = 3_600_000
const rowSchemas = { krz: reportKrzRow, msig: reportMsigRow, krs_changes: reportKrsChangeRow }
type Refusal = { detail: { code: string } & Record<string, unknown> }

async function publish(service: TestService, day: string, scale = 1): Promise<AnnouncementTable[]> {
  const reported = (await announcementsOfDay(day, scale)).filter(({ source }) =>
    ['krz', 'msig', 'krs'].includes(source),
  )
  const rows = reported.map((each) => ({
    ...each,
    row: JSON.stringify(each.row),
    published_at: `${day}T09:00:00.000Z`,
  }))
  for (let at = 0; at < rows.length; at += 500) {
    await service.storage.db
      .insertInto('announcements')
      .values(rows.slice(at, at + 500))
      .execute()
  }
  return rows
}

const runJobs = async (service: TestService) => {
  for (const job of reportJobs) await job.run(service.service.dependencies)
}
const folderOf = (service: TestService) => join(service.service.dependencies.config.dataDir, 'reports')
const filesOf = async (service: TestService, part: string) => (await readdir(join(folderOf(service), part))).sort()

describe.each(engines)('daily reports on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  let apiKey: string
  const published = new Map<string, AnnouncementTable[]>()
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount()).apiKey
    for (let daysBack = 0; daysBack <= 9; daysBack += 1) {
      const day = addDays('2026-11-20', -daysBack)
      published.set(day, await publish(service, day))
    }
    await generateDailyReports(service.service.dependencies)
  })
  afterAll(() => service.stop())

  const index = async (query = '') =>
    (await service.request<DailyReport[]>(apiKey, 'GET', `/v1/reports/daily/index${query}`)).body
  const find = async (source: string, format: string, day = LAST_DAY) => {
    const [entry] = await index(`?source=${source}&format=${format}&date_from=${day}&date_to=${day}`)
    if (!entry) throw new Error('There is no such report')
    return entry
  }
  const download = (id: string, headers?: Record<string, string>) =>
    fetch(`${service.url}/v1/reports/download/${id}`, { headers: { 'x-api-key': apiKey, ...headers } })
  const rowsOf = (day: string, source: string) => (published.get(day) ?? []).filter((row) => row.source === source)

  it('list the last eight finished days in every source and format, newest first', async () => {
    const all = await index()
    expect(all).toHaveLength(8 * 3 * 2)
    expect(all[0]?.report_date).toBe(LAST_DAY)
    expect(all.at(-1)?.report_date).toBe('2026-11-12')
    expect(all.map((entry) => entry.report_date)).toEqual(
      all
        .map((entry) => entry.report_date)
        .sort()
        .reverse(),
    )
    for (const entry of all) {
      const source = entry.source === 'krs_changes' ? 'krs' : entry.source
      expect(entry.row_count).toBe(rowsOf(entry.report_date, source).length)
    }
    expect(Object.keys(all[0] ?? {})).toEqual(
      'id report_date source format row_count size_bytes generated_at expires_at'.split(' '),
    )
  })

  it('expire at the end of the 7th day after they were made, some tonight and some in a week', async () => {
    expect((await find('krz', 'json')).expires_at).toBe('2026-11-27T23:00:00.000Z')
    expect((await find('krz', 'json', '2026-11-12')).expires_at).toBe('2026-11-20T23:00:00.000Z')
  })

  it('are filtered by source, format and range', async () => {
    expect(await index('?source=msig&format=csv')).toHaveLength(8)
    expect(await index('?date_from=2026-11-18&date_to=2026-11-18')).toHaveLength(6)
    expect(await index('?date_to=2026-11-12')).toHaveLength(6)
    const wrong = await service.request(
      apiKey,
      'GET',
      '/v1/reports/daily/index?date_from=2026-11-19&date_to=2026-11-18',
    )
    expect(wrong.status).toBe(422)
  })

  it('exist for days without announcements, with a file but no rows', async () => {
    const json = await find('msig', 'json', '2026-11-15')
    const csv = await find('msig', 'csv', '2026-11-15')
    expect([json.row_count, csv.row_count]).toEqual([0, 0])
    expect(await (await download(json.id)).json()).toEqual([])
    expect(await (await download(csv.id)).text()).toBe(`${reportFields.msig.join(',')}\r\n`)
  })

  it.each(['krz', 'msig', 'krs_changes'] as const)(
    'contain the rows of %s, the same in both formats',
    async (source) => {
      const json = await find(source, 'json')
      const csv = await find(source, 'csv')
      const response = await download(json.id)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${source}-${LAST_DAY}.json"`)
      const rows = (await response.json()) as Record<string, unknown>[]
      const stored = rowsOf(LAST_DAY, source === 'krs_changes' ? 'krs' : source)
      expect(rows.length).toBeGreaterThan(5)
      const byId = (a: Record<string, unknown>, b: Record<string, unknown>) =>
        String(a['id']) < String(b['id']) ? -1 : 1
      expect(rows).toEqual(stored.map(({ row }) => JSON.parse(row) as Record<string, unknown>).sort(byId))
      for (const row of rows) expect(Object.keys(row)).toEqual(reportFields[source])
      expect(Object.keys(rowSchemas[source].shape)).toEqual(reportFields[source])
      for (const row of rows) expect(rowSchemas[source].safeParse(row).error).toBeUndefined()

      const table = await download(csv.id)
      expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const bytes = Buffer.from(await table.arrayBuffer())
      expect(bytes.byteLength).toBe(csv.size_bytes)
      expect(table.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
      const [header, ...records] = parseCsv(bytes.toString())
      expect(header).toEqual(reportFields[source])
      expect(records.map((record) => fromCells(source, record))).toEqual(rows)
    },
  )

  // Case C07 of lib/testing/cases/README.md
  it('support conditional and range requests, so that a resumed download never mixes two versions', async () => {
    const { id, size_bytes: size } = await find('krz', 'csv')
    const full = await download(id)
    const etag = full.headers.get('etag') ?? ''
    const bytes = Buffer.from(await full.arrayBuffer())
    expect(full.headers.get('content-length')).toBe(String(size))
    expect(full.headers.get('accept-ranges')).toBe('bytes')

    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const notModified = await download(id, { 'if-none-match': value })
      expect([notModified.status, notModified.headers.get('etag'), await notModified.text()]).toEqual([304, etag, ''])
    }
    expect((await download(id, { 'if-none-match': '"other"' })).status).toBe(200)

    const ranges: [string, number, number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=100-', 100, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=10-${size * 2}`, 10, size - 1],
    ]
    for (const [range, start, end] of ranges) {
      const part = await download(id, { range, 'if-range': etag })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(part.headers.get('content-length')).toBe(String(end - start + 1))
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    expect((await download(id, { range: 'bytes=0-1,4-5' })).status).toBe(200)
    // Another edition, a weak ETag, or a date (less precise than an ETag) gets the whole file from the beginning.
    for (const stale of ['"other"', `W/${etag}`, 'Fri, 20 Nov 2026 11:00:00 GMT', '']) {
      const restarted = await download(id, { range: 'bytes=5-', 'if-range': stale })
      expect([restarted.status, Buffer.from(await restarted.arrayBuffer()).equals(bytes)], stale).toEqual([200, true])
    }
    const beyond = await download(id, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(((await beyond.json()) as Refusal).detail.code).toBe('range_not_satisfiable')
  })

  it('are read no further, and their file is closed, when a reader cancels a download', async () => {
    const { id, size_bytes: size } = await find('krz', 'json')
    const { db } = service.storage
    const { file } = await db.selectFrom('daily_reports').select('file').where('id', '=', id).executeTakeFirstOrThrow()
    const path = join(folderOf(service), file)
    const bytes = await readFile(path)
    const setSize = (size_bytes: number) =>
      db.updateTable('daily_reports').set({ size_bytes }).where('id', '=', id).execute()
    // Larger than one read, so that a part is left when the reader cancels.
    await writeFile(path, Buffer.alloc(1_000_000))
    await setSize(1_000_000)
    const probe = await open(path)
    // Safe: every handle of a file has this prototype.
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    const read = vi.spyOn(handles, 'read')
    try {
      const principal = service.principalOf((await service.createAccount()).accountId)
      const request = new Request(`${service.url}/v1/reports/download/${id}`)
      const reader = (await service.service.handleFor(principal, request)).body?.getReader()
      expect((await reader?.read())?.value?.byteLength).toBeLessThan(1_000_000)
      // Safe: `read` is a method of a handle.
      const [handle] = read.mock.contexts as FileHandle[]
      expect(handle?.fd).toBeGreaterThan(0)
      await reader?.cancel()
      expect([read.mock.calls.length, handle?.fd]).toEqual([1, -1])
    } finally {
      read.mockRestore()
      await writeFile(path, bytes)
      await setSize(size)
    }
  })

  it('return 404 for an unknown report and 503 for a report whose file is missing', async () => {
    for (const id of [randomUUID(), 'nothing', '%20x']) expect((await download(id)).status).toBe(404)
    const { id } = await find('krs_changes', 'csv', '2026-11-13')
    const stored = await service.storage.db
      .selectFrom('daily_reports')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await rm(join(folderOf(service), stored.file))
    expect((await download(id)).status).toBe(503)
  })

  it('do not change when made again, and get late rows under the same id', async () => {
    const before = await index()
    await generateDailyReports(service.service.dependencies)
    expect(await index()).toEqual(before)
    const lateRow = rowsOf(LAST_DAY, 'krz')[0]
    if (!lateRow) throw new Error('There is no row to copy')
    const id = randomUUID()
    await service.storage.db
      .insertInto('announcements')
      .values({ ...lateRow, id })
      .execute()
    const old = await find('krz', 'csv')
    await generateDailyReports(service.service.dependencies)
    const newer = await find('krz', 'csv')
    expect([newer.id, newer.row_count]).toEqual([old.id, old.row_count + 1])
    expect((await filesOf(service, 'daily')).filter((file) => file.startsWith(`krz-${LAST_DAY}`))).toHaveLength(2)
  })
})

/** The JSON values of a CSV record: reverts the writer's escaping and parses nested values. */
function fromCells(source: keyof typeof reportFields, record: string[]): Record<string, unknown> {
  const entries = reportFields[source].map((field, at): [string, unknown] => {
    const cell = record[at] ?? ''
    if (field === 'advisors' || field === 'attributes') return [field, JSON.parse(cell)]
    if (field === 'entry_number') return [field, Number(cell)]
    return [field, cell === '' ? null : cell.replace(/^'(?=[=+\-@\t\r\n])/, '')]
  })
  return Object.fromEntries(entries)
}

describe('CSV of a row', () => {
  onBoth('escapes cells that a spreadsheet would run', () => {
    const row = {
      id: '1',
      entity_name: '=HYPERLINK("http://x")',
      field: '+48 STUDIO',
      new_value: '@HOME',
      old_value: '-5',
    }
    const [cells] = parseCsv(toCsvRecord('krs_changes', JSON.stringify(row)))
    expect(cells).toEqual(['1', '', '', '', `'=HYPERLINK("http://x")`, '', "'+48 STUDIO", '-5', "'@HOME", ''])
  })
})

describe.each(engines)('the generation of daily reports on %s', (engine) => {
  const it = itOnOneEngine(engine)
  onBoth('makes each report once when several runs make the same days at once', async () => {
    const service = await startTestService({ engine, now: NOW })
    for (let daysBack = 1; daysBack <= 8; daysBack += 1) await publish(service, addDays('2026-11-20', -daysBack))
    const { dependencies } = service.service
    await Promise.all([1, 2, 3].map(() => generateDailyReports(dependencies)))
    const entries = await service.storage.db.selectFrom('daily_reports').selectAll().execute()
    expect(entries).toHaveLength(48)
    expect(await filesOf(service, 'daily')).toEqual(entries.map(({ file }) => file.replace('daily/', '')).sort())
    await service.stop()
  })

  it('returns 410 for a day after expiry, then 404', async () => {
    const service = await startTestService({ engine, now: NOW })
    const { apiKey } = await service.createAccount()
    await publish(service, LAST_DAY)
    await runJobs(service)
    const entries = async () => (await service.request<DailyReport[]>(apiKey, 'GET', '/v1/reports/daily/index')).body
    const [entry] = (await entries()).filter(({ report_date: day }) => day === LAST_DAY)
    const callService = () => service.request<Refusal>(apiKey, 'GET', `/v1/reports/download/${entry?.id}`)

    service.clock.set('2026-11-27T22:59:59.999Z')
    await runJobs(service)
    expect((await callService()).status).toBe(200)
    service.clock.set('2026-11-27T23:00:00.000Z')
    const expired = await callService()
    expect([expired.status, expired.body.detail['code']]).toEqual([410, 'report_expired'])
    expect(expired.body.detail['expires_at']).toBe('2026-11-27T23:00:00.000Z')
    expect((await entries()).every(({ id }) => id !== entry?.id)).toBe(true)
    const files = () => filesOf(service, 'daily').then((all) => all.filter((file) => file.includes(LAST_DAY)))
    expect(await files()).toHaveLength(6)
    service.clock.advance(2 * HOUR_MS)
    await runJobs(service)
    expect(await files()).toHaveLength(0)
    expect((await callService()).status).toBe(410)
    service.clock.advance(22 * HOUR_MS)
    await runJobs(service)
    expect((await callService()).status).toBe(404)
    await service.stop()
  })

  it('makes the reports of a day only after it has ended in Warsaw', async () => {
    const service = await startTestService({ engine, now: '2026-11-19T22:59:59.000Z' })
    const days = async () => {
      await runJobs(service)
      const rows = await service.storage.db.selectFrom('daily_reports').select('report_date').distinct().execute()
      return rows
        .map(({ report_date: day }) => day)
        .sort()
        .at(-1)
    }
    expect(await days()).toBe('2026-11-18')
    await generateDailyReports(service.service.dependencies, { days: ['2026-11-19', '2026-11-20'] })
    expect(await days()).toBe('2026-11-18')
    service.clock.set('2026-11-19T23:00:59.000Z')
    expect(await days()).toBe('2026-11-18')
    service.clock.set('2026-11-19T23:01:00.000Z')
    expect(await days()).toBe('2026-11-19')
    await service.stop()
  })

  onBoth('deletes old temporary files that a killed process left', async () => {
    const service = await startTestService({ engine, now: NOW })
    await runJobs(service)
    const [old, young] = ['old.tmp', 'young.tmp'].map((name) => join(folderOf(service), 'daily', name))
    if (!old || !young) throw new Error('There are two names')
    for (const file of [old, young]) await writeFile(file, '[')
    await utimes(old, 0, 0)
    await runJobs(service)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await service.stop()
  })
})
