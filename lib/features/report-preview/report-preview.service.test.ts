import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isApiError } from '@/lib/domain/api-error'
import { addDays } from '@/lib/domain/calendar'
import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import { nameKey } from '@/lib/domain/name-key'
import { panelOperationOf } from '@/lib/features/contract'
import type { WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { savePurpose } from '@/lib/features/report-downloads/purpose'
import type { FetchService, PanelContext } from '@/lib/panel/context'
import { toAnnouncementKeys } from '@/lib/service/monitors/announcement-keys'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { generateDailyReports } from '@/lib/service/reports/daily-reports'
import { announcementsOfDay } from '@/lib/testing/announced-days'
import { fetchAs, panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import {
  type HitMonitor,
  type PreviewEnd,
  type PreviewFigures,
  previewLine,
  type PreviewLine,
  type PreviewRow,
} from './contract'
import { reportPreviewHandlers } from './handlers'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY = '2026-11-19'
const EMPTY_DAY = '2026-11-15'
type Query = Record<string, unknown>

async function linesOf(answer: Response): Promise<unknown[]> {
  const text = await answer.text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

describe.each(sqliteOnly)('the preview of a report on %s', (engine) => {
  let service: TestService
  let published: AnnouncementTable[]
  let accountId: string
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    ;({ accountId, apiKey } = await service.createAccount())
    published = (await announcementsOfDay(DAY, 1))
      .filter(({ source }) => ['krz', 'msig', 'krs'].includes(source))
      .map((each) => ({ ...each, row: JSON.stringify(each.row), published_at: `${DAY}T09:00:00.000Z` }))
    await insertAnnouncements(service.storage.db, published)
    await generateDailyReports(service.service.dependencies)
  })
  afterAll(() => service.stop())

  const context = (overrides: Partial<PanelContext> = {}) => panelContext(service, accountId, overrides)
  const rowsOf = (source: string) => published.filter((each) => each.source === source)
  async function idOf(source: string, format: string, day = DAY): Promise<string> {
    const found = (await context().callService('reports.dailyIndex', { query: {} })).find(
      (each) => each.source === source && each.format === format && each.report_date === day,
    )
    if (!found) throw new Error('There is no such report')
    return found.id
  }
  async function requestRows(id: string, query: Query = {}, overrides: Partial<PanelContext> = {}) {
    const schema = panelOperationOf('reportPreview.rows').query
    // Safe: the operation's schema produced it.
    const parsed = schema?.parse(query) as { limit: number }
    return reportPreviewHandlers['reportPreview.rows']({ params: { report_id: id }, query: parsed }, context(overrides))
  }
  async function preview(id: string, query: Query = {}, overrides: Partial<PanelContext> = {}) {
    const lines = (await linesOf(await requestRows(id, query, overrides))).map((line): PreviewLine =>
      previewLine.parse(line),
    )
    const rows: PreviewRow[] = lines.flatMap((line) => ('rows' in line ? line.rows : []))
    const columns = lines.findLast((line) => 'columns' in line)
    const last = lines.at(-1)
    const end: PreviewEnd | undefined = last !== undefined && 'end' in last ? last.end : undefined
    return { head: lines[0], rows, columns: columns && 'columns' in columns ? columns.columns : [], end }
  }
  async function readAllPages(id: string, query: Query = {}) {
    const found: PreviewRow[] = []
    let place: string | undefined
    for (;;) {
      const part = await preview(id, { ...query, ...(place !== undefined && { place }) })
      found.push(...part.rows)
      if (part.end?.next === null || part.end === undefined)
        return { rows: found, end: part.end, columns: part.columns }
      place = part.end.next
    }
  }
  async function count(id: string, search?: string, overrides: Partial<PanelContext> = {}): Promise<PreviewFigures> {
    const query = search === undefined ? {} : { search }
    const answer = await reportPreviewHandlers['reportPreview.count'](
      { params: { report_id: id }, query },
      context(overrides),
    )
    // Safe: the lines have that type.
    return (await linesOf(answer)).at(-1) as PreviewFigures
  }
  const outcomeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: unknown) =>
        isApiError(error) || (error instanceof Error && 'code' in error) ? String(error.code) : String(error),
    )

  it.each([
    ['krz', 'krz'],
    ['msig', 'msig'],
    ['krs_changes', 'krs'],
  ])('shows every row of %s once, with the same cells for both formats and any page size', async (report, source) => {
    const [csv, json] = [
      await readAllPages(await idOf(report, 'csv'), { limit: 7 }),
      await readAllPages(await idOf(report, 'json')),
    ]
    expect(csv.columns).toEqual(json.columns)
    expect(csv.rows.map(({ row }) => row)).toEqual(rowsOf(source).map((_, index) => index + 1))
    // A CSV cell cannot distinguish an empty value from a missing one.
    const cells = ({ rows }: typeof csv) => rows.map((each) => each.cells.map((text) => text ?? ''))
    expect(cells(csv)).toEqual(cells(json))
    const ids = csv.rows.map(({ cells: [id] }) => id)
    expect(new Set(ids)).toEqual(new Set(rowsOf(source).map(({ id }) => id)))
    expect(csv.end).toMatchObject({ why: 'whole', read: rowsOf(source).length })
  })

  it('frees its slot when a reader leaves before the first row', async () => {
    const id = await idOf('krz', 'csv')
    for (let times = 0; times < 10; times += 1) {
      const client = new AbortController()
      const request = new Request('http://panel.invalid/', { signal: client.signal })
      const response = requestRows(id, {}, { request })
      if (times % 2 === 0) client.abort()
      await response.catch(() => undefined)
      client.abort()
    }
    expect((await preview(id)).end?.why).toBe('whole')
  })

  it('contains no number, name or date of birth of a person in any format, list or detail', async () => {
    // The register gives a PESEL or a date of birth, never both.
    const persons = rowsOf('krz').flatMap(({ row }) => {
      const {
        debtor_pesel: pesel,
        debtor_name: name,
        debtor_birth_date: born,
      } = JSON.parse(row) as Record<string, string>
      return pesel || born ? [{ name, secret: pesel || born }] : []
    })
    expect(persons.length).toBeGreaterThan(5)
    for (const format of ['csv', 'json']) {
      const id = await idOf('krz', format)
      const answer = await (await requestRows(id, { limit: 1000 })).text()
      const { rows } = await preview(id, { limit: 1000 })
      const details: unknown[] = []
      for (const { place } of rows.slice(0, 30)) {
        const input = { params: { report_id: id }, query: { place } }
        details.push(await reportPreviewHandlers['reportPreview.row'](input, context()))
      }
      const texts = answer + JSON.stringify(details)
      for (const { name, secret } of persons) {
        expect(texts).not.toContain(secret)
        expect(texts).not.toContain(name)
      }
    }
  })

  it('shows names on request to roles that need them, for a purpose, and records that; never numbers', async () => {
    const id = await idOf('krz', 'json')
    const persons = rowsOf('krz').flatMap(({ row }) => {
      // Safe: the rows of KRZ have these fields.
      const { debtor_pesel: pesel, debtor_name: name } = JSON.parse(row) as Record<string, string>
      return pesel ? [{ pesel, name }] : []
    })
    expect(persons.length).toBeGreaterThan(0)
    const query = { limit: 1000, persons: 'shown' }
    const shown = { role: 'compliance', sessionId: 'with-names' } as const
    const asRole = (role: 'viewer' | 'compliance') => panelContext(service, accountId, { ...shown, role })
    expect(await outcomeOf(requestRows(id, query, asRole('viewer')))).toBe('role_required')
    expect(await outcomeOf(requestRows(id, query, asRole('compliance')))).toBe('purpose_required')
    const { id: userId } = await makeMember(service.storage, { accountId, role: 'compliance' })
    const scope = { sessionId: shown.sessionId, accountId, userId }
    await savePurpose(service.storage.db, { ...scope, given: { purpose: 'claim', note: '' }, now: service.clock.now() })
    const text = await (await requestRows(id, query, asRole('compliance'))).text()
    for (const { pesel, name } of persons) {
      expect(text).toContain(JSON.stringify(name).slice(1, -1))
      expect(text).not.toContain(pesel)
    }
    const entries = await service.storage.db
      .selectFrom('audit_entries')
      .select(['action', 'target', 'after'])
      .where('account_id', '=', accountId)
      .where('actor', '=', 'compliance@example.test')
      .execute()
    expect(entries).toMatchObject([{ action: 'reports.preview', target: id }])
    expect(entries[0]?.after).toContain('claim')
  })

  it('finds rows by visible text only', async () => {
    const id = await idOf('krz', 'json')
    const { rows, columns } = await readAllPages(id)
    const wanted = rows.filter(({ cells }) => cells.join('\n').toLowerCase().includes('upadło'))
    expect(wanted.length).toBeGreaterThan(0)
    const found = await readAllPages(id, { search: 'UPADLO', columns, limit: 3 })
    for (const { row } of wanted) expect(found.rows.map((each) => each.row)).toContain(row)
    const [person] = rowsOf('krz').filter(({ pesel }) => pesel !== null)
    for (const part of [person?.pesel ?? '', person?.pesel?.slice(2, 7) ?? '']) {
      const ofNumber = await readAllPages(id, { search: part, columns: ['debtor_pesel'] })
      expect(ofNumber.rows).toEqual([])
      expect((await count(id, part)).matches).toBe((await readAllPages(id, { search: part })).rows.length)
    }
    expect((await count(id, 'upadlo')).matches).toBe((await readAllPages(id, { search: 'upadlo' })).rows.length)
  })

  it('counts the same hits per monitor as a naive evaluation', async () => {
    const watcher = await service.createAccount()
    const krz = rowsOf('krz')
    const persons = krz.filter(({ pesel }) => pesel !== null).slice(0, 3)
    const companies = krz.filter(({ krs }) => krs !== null).slice(0, 4)
    const items = [
      ...persons.map(({ pesel }) => ({ identifier_type: 'pesel', identifier_value: pesel, label: null })),
      ...companies.map(({ krs }) => ({ identifier_type: 'krs', identifier_value: krs, label: `KRS ${krs}` })),
      { identifier_type: 'krs', identifier_value: '0000999999', label: 'not in it' },
    ]
    expect((await service.request(watcher.apiKey, 'POST', '/v1/monitors/bulk', { items })).status).toBe(200)
    const lists = {
      krs: [],
      nip: [],
      regon: [],
      pesel: [],
      krz_signature: [],
      msig_signature: [],
      name: [],
      subject_id: [],
    }
    const content = {
      ...lists,
      krz_signature: krz.slice(0, 2).flatMap(({ signature }) => signature ?? []),
      name: companies.slice(0, 1).map(({ name }) => name),
      pesel: persons.slice(0, 1).flatMap(({ pesel }) => pesel ?? []),
    }
    const filter = await service.request<{ id: string }>(watcher.apiKey, 'POST', '/v1/filters', { name: 'F', content })
    expect(filter.status).toBe(201)
    await service.request(watcher.apiKey, 'POST', '/v1/monitors', { filter_id: filter.body.id, label: 'filtr' })

    const watchingContext = panelContext(service, watcher.accountId)
    const keys = await toAnnouncementKeys(service.storage.db, krz)
    const isOfFilter = (key: AnnouncementKeys) =>
      content.krz_signature.some((each) => key.krz_signature.includes(each)) ||
      content.pesel.some((each) => key.pesel.includes(each)) ||
      content.name.some((each) => key.name.includes(nameKey(each)))
    const isOfNumber = (key: AnnouncementKeys, { identifier_type: type, identifier_value: value }: WatchedRecord) =>
      (type === 'krs' ? key.krs : key.pesel).includes(value ?? '')
    const naive = new Map<string, number>()
    const { items: monitors } = await watchingContext.callService('monitors.list', { query: { limit: 1000 } })
    for (const monitor of monitors) {
      const hits = keys.filter((key) => (monitor.filter_id ? isOfFilter(key) : isOfNumber(key, monitor))).length
      if (hits > 0) naive.set(monitor.id, hits)
    }
    expect(naive.size).toBeGreaterThan(6)
    for (const format of ['csv', 'json']) {
      const id = await idOf('krz', format)
      const figures = await count(id, undefined, watchingContext)
      const found = new Map((figures.end?.monitors ?? []).map(({ id: monitor, hits }: HitMonitor) => [monitor, hits]))
      expect(found).toEqual(naive)
      expect(figures).toMatchObject({
        read: krz.length,
        matches: null,
        end: { why: 'whole', monitor_count: naive.size },
      })
      const monitoredRows = await preview(id, { only: 'monitored', limit: 1000 }, watchingContext)
      expect(monitoredRows.rows).toHaveLength(figures.monitored)
      expect(new Set(monitoredRows.rows.flatMap(({ monitors: hit = [] }) => hit)).size).toBeGreaterThan(3)
      for (const { pesel } of persons) expect(JSON.stringify(figures)).not.toContain(pesel)
    }
  })

  it('shows an empty report for a day without changes', async () => {
    for (const format of ['csv', 'json']) {
      const empty = await preview(await idOf('krz', format, EMPTY_DAY))
      expect(empty.head).toMatchObject({ report: { row_count: 0, source: 'krz', format } })
      expect(empty).toMatchObject({ rows: [], end: { why: 'whole', read: 0 } })
    }
  })

  it('rejects a position of another report or account, and a forged one', async () => {
    const [krz, msig] = [await idOf('krz', 'csv'), await idOf('msig', 'csv')]
    const { rows } = await preview(krz)
    const place = rows[2]?.place
    expect((await preview(krz, { place, limit: 1 })).rows[0]).toEqual(rows[2])
    expect(await outcomeOf(preview(msig, { place }))).toBe('gone')
    expect(await outcomeOf(preview(krz, { place: 'MyAxMDA' }))).toBe('gone')
    const other = panelContext(service, (await service.createAccount()).accountId)
    expect(await outcomeOf(requestRows(krz, { place }, other))).toBe('gone')
  })

  it('is rejected for a report of another account and for one that is unknown, not ready or expired', async () => {
    const body = { source: 'msig', format: 'csv', date_from: DAY, date_to: DAY }
    const order = await service.request<{ id: string }>(apiKey, 'POST', '/v1/reports', body)
    expect(await outcomeOf(preview(order.body.id))).toBe('conflict')
    const other = panelContext(service, (await service.createAccount()).accountId)
    expect(await outcomeOf(requestRows(order.body.id, {}, other))).toBe('not_found')
    expect(await outcomeOf(preview('nothing'))).toBe('not_found')
    const id = await idOf('krz', 'csv', addDays(DAY, -7))
    service.clock.set('2026-11-21T00:00:00.000Z')
    expect(await outcomeOf(preview(id))).toBe('report_expired')
    service.clock.set(NOW)
  })

  it('shows the rows before a report breaks off, and the reason', { timeout: 20_000 }, async () => {
    const id = await idOf('krz', 'csv')
    const real = fetchAs(service, accountId)
    const cutOff: FetchService = async (path, init) => {
      const answer = await real(path, init)
      if (!path.includes('download') || !answer.ok) return answer
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const half = bytes.subarray(0, Math.floor(bytes.length / 2))
      return new Response(half, { headers: { 'content-type': 'text/csv', 'content-length': String(bytes.length) } })
    }
    const half = await preview(id, { limit: 1000 }, { fetchService: cutOff })
    expect(half.rows.length).toBeGreaterThan(3)
    expect(half.end).toMatchObject({ why: 'broken', reason: 'short' })
    const page: FetchService = async (path, init) =>
      path.includes('download')
        ? new Response('<html>', { headers: { 'content-type': 'text/html' } })
        : real(path, init)
    expect((await preview(id, {}, { fetchService: page })).end).toMatchObject({ why: 'broken', reason: 'not_a_report' })
    const object: FetchService = async (path, init) =>
      path.includes('download') ? Response.json({ items: [] }) : real(path, init)
    const other = await preview(await idOf('krz', 'json'), {}, { fetchService: object })
    expect(other.end).toMatchObject({ why: 'broken', reason: 'not_rows' })
  })

  it('continues at a service without range support, but not in a changed file', async () => {
    const id = await idOf('msig', 'json')
    const real = fetchAs(service, accountId)
    const noRanges: FetchService = async (path, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('range')
      return real(path, { ...init, headers })
    }
    const first = await preview(id, { limit: 5 }, { fetchService: noRanges })
    const second = await preview(id, { limit: 5, place: first.end?.next }, { fetchService: noRanges })
    expect(second.rows.map(({ row }) => row)).toEqual([6, 7, 8, 9, 10])
    const changed: FetchService = async (path, init) => {
      const answer = await noRanges(path, init)
      if (!path.includes('download')) return answer
      const headers = new Headers(answer.headers)
      headers.set('etag', '"other"')
      return new Response(answer.body, { headers })
    }
    const end = (await preview(id, { place: first.end?.next }, { fetchService: changed })).end
    expect(end).toMatchObject({ why: 'broken', reason: 'changed' })
  })

  it('reads ahead only a little, and cancels the download when its reader leaves', async () => {
    const id = await idOf('msig', 'json')
    let pulled = 0
    let isCancelled = false
    const line = (index: number) => `{"id":"${index}","tresc_text":"${'x'.repeat(900)}"},\n`
    const endless: FetchService = (path, init) => {
      if (!path.includes('download')) return fetchAs(service, accountId)(path, init)
      const body = new ReadableStream({
        pull(controller) {
          pulled += 1
          const rows = Array.from({ length: 60 }, (_, index) => line(pulled * 60 + index)).join('')
          controller.enqueue(new TextEncoder().encode(pulled === 1 ? `[${rows}` : rows))
        },
        cancel() {
          isCancelled = true
        },
      })
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
    }
    const answer = await requestRows(id, { limit: 1000 }, { fetchService: endless })
    const reader = answer.body?.getReader()
    for (let index = 0; index < 3; index += 1) await reader?.read()
    expect(pulled).toBeLessThan(8)
    await reader?.cancel()
    expect(isCancelled).toBe(true)
  })

  it('is limited to eight at once per account, and frees the slots when readers leave', async () => {
    const id = await idOf('msig', 'csv')
    const open = await Promise.all(Array.from({ length: 8 }, () => requestRows(id)))
    expect(await outcomeOf(requestRows(id))).toBe('too_many_calls')
    for (const answer of open) await answer.body?.cancel()
    expect(await outcomeOf(requestRows(id))).toBe('answered')
  })

  it('is recorded once per session and report with personal data', async () => {
    const watcher = await service.createAccount()
    const contextOf = (sessionId: string) => panelContext(service, watcher.accountId, { role: 'viewer', sessionId })
    const id = await idOf('krz', 'csv')
    await (await requestRows(id, {}, contextOf('one'))).text()
    await (await requestRows(id, {}, contextOf('one'))).text()
    await (await requestRows(id, {}, contextOf('two'))).text()
    await (await requestRows(await idOf('msig', 'csv'), {}, contextOf('one'))).text()
    const entries = await service.storage.db
      .selectFrom('audit_entries')
      .select(['action', 'target', 'actor'])
      .where('account_id', '=', watcher.accountId)
      .execute()
    expect(entries.filter(({ action }) => action === 'reports.preview')).toEqual([
      { action: 'reports.preview', target: id, actor: 'viewer@example.test' },
      { action: 'reports.preview', target: id, actor: 'viewer@example.test' },
    ])
  })
})
