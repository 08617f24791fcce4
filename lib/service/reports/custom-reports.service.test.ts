import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ReportJob } from '@/lib/contract/reports'
import { addDays } from '@/lib/domain/calendar'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { claimReportJob, endReportJob } from '@/lib/service/reports/statements/report-jobs'
import { parseCsv } from '@/lib/testing/parse-csv'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { reportFields } from './report-file'
import { reportJobs } from './report-jobs'
import { makeQueuedReports, REPORT_LEASE_MS } from './report-queue'

const NOW = '2026-11-20T11:00:00.000Z'
const RANGE = { source: 'krz', format: 'json', date_from: '2026-11-01', date_to: '2026-11-20' }
const COMPANY = { nip: '4000475142', krs: '0009021527', regon: '990000015', id: randomUUID() }
const PESEL = '71902641291'
const COMPANY_ROWS = ['by krs', 'by nip', 'by subject']
type Refusal = { detail: { code: string } & Record<string, unknown> }
type Page = { items: ReportJob[]; total: number; next_cursor: string | null }

function announcement(change: Partial<AnnouncementTable>): AnnouncementTable {
  const id = randomUUID()
  const none = { nip: null, krs: null, pesel: null, subject_id: null, signature: null }
  const base = { id, source: 'krz', day: '2026-11-18', name: 'Ktoś Inny', title: 'Obwieszczenie' } as const
  const row = JSON.stringify({ id, debtor_name: change.name ?? base.name })
  return { ...base, ...none, published_at: '2026-11-18T09:00:00.000Z', row, ...change }
}

describe.each(engines)('custom reports on %s', (engine) => {
  let service: TestService
  const make = () => makeQueuedReports(service.service.dependencies)
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const { db } = service.storage
    await db
      .insertInto('announcements')
      .values([
        announcement({ name: 'by nip', nip: COMPANY.nip }),
        announcement({ name: 'by krs', krs: COMPANY.krs, day: '2026-11-01' }),
        announcement({ name: 'by subject', subject_id: COMPANY.id }),
        announcement({ name: 'by pesel', pesel: PESEL, day: '2026-11-20' }),
        announcement({ name: 'by signature', signature: 'WA1M/GUp/9001/2026' }),
        announcement({ name: 'as printed', signature: 'wa1m/GUP/9002/2026' }),
        announcement({ name: 'Hurtownia WISŁA S.A.' }),
        announcement({ name: 'nobody' }),
        announcement({ name: 'too early', day: '2026-10-31', nip: COMPANY.nip }),
        announcement({ name: 'other source', source: 'msig', nip: COMPANY.nip }),
      ])
      .execute()
    const subject = { kind: 'company', status: 'active', name: 'by subject' } as const
    await db
      .insertInto('subjects')
      .values({ ...subject, ...COMPANY })
      .execute()
  })
  afterAll(() => service.stop())

  const create = (apiKey: string, change: Record<string, unknown> = {}) =>
    service.request<ReportJob>(apiKey, 'POST', '/v1/reports', { ...RANGE, ...change })
  const get = async (apiKey: string, id: string) =>
    (await service.request<ReportJob>(apiKey, 'GET', `/v1/reports/${id}`)).body
  const download = <B>(apiKey: string, id: string) => service.request<B>(apiKey, 'GET', `/v1/reports/download/${id}`)
  const namesIn = async (apiKey: string, change: Record<string, unknown>) => {
    const { status, body } = await create(apiKey, change)
    expect(status).toBe(202)
    await make()
    const { body: rows } = await download<{ debtor_name: string }[]>(apiKey, body.id)
    expect((await get(apiKey, body.id)).row_count).toBe(rows.length)
    return rows.map(({ debtor_name: name }) => name).sort()
  }
  const addFilter = async (accountId: string, items: Record<string, string>) => {
    const id = randomUUID()
    const times = { created_at: NOW, updated_at: NOW }
    const { db } = service.storage
    await db
      .insertInto('filters')
      .values({ id, account_id: accountId, name: 'lista', content: '{}', item_count: 1, ...times })
      .execute()
    for (const [kind, value] of Object.entries(items)) {
      await db.insertInto('filter_items').values({ filter_id: id, account_id: accountId, kind, value }).execute()
    }
    return id
  }

  it('change from queued to ready and are downloaded in their format', async () => {
    const { apiKey } = await service.createAccount()
    const { status, body: job } = await create(apiKey, { format: 'csv' })
    expect(status).toBe(202)
    expect(job).toEqual({
      ...RANGE,
      format: 'csv',
      id: job.id,
      status: 'queued',
      filter_id: null,
      monitor_tag: null,
      row_count: null,
      size_bytes: null,
      error: null,
      created_at: NOW,
      finished_at: null,
      expires_at: null,
    })
    const early = await download<Refusal>(apiKey, job.id)
    expect([early.status, early.body.detail]).toMatchObject([409, { code: 'conflict', status: 'queued' }])
    await make()
    const ready = await get(apiKey, job.id)
    expect(ready).toMatchObject({
      status: 'ready',
      row_count: 8,
      finished_at: NOW,
      expires_at: '2026-11-27T23:00:00.000Z',
    })
    const { headers, body } = await download<string>(apiKey, job.id)
    expect(headers.get('content-disposition')).toBe('attachment; filename="krz-2026-11-01-2026-11-20.csv"')
    expect(Buffer.byteLength(body)).toBe(ready.size_bytes)
    const [header, ...records] = parseCsv(body)
    expect(header).toEqual(reportFields.krz)
    expect(records).toHaveLength(8)
  })

  it('contain the rows that an item of the filter matches', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const cases: [Record<string, string>, string[]][] = [
      // Each names the company by a different number.
      [{ nip: COMPANY.nip }, COMPANY_ROWS],
      [{ krs: COMPANY.krs, pesel: PESEL }, ['by krs', 'by nip', 'by pesel', 'by subject']],
      [{ subject_id: COMPANY.id }, COMPANY_ROWS],
      [{ regon: COMPANY.regon }, COMPANY_ROWS],
      [{ krz_signature: 'WA1M/GUp/9002/2026' }, ['as printed']],
      [{ krz_signature: 'WA1M/GUp/9001/2026', name: 'wisla' }, ['Hurtownia WISŁA S.A.', 'by signature']],
      [{ msig_signature: 'WA1M/GUp/9001/2026', name: 'wis' }, []],
      [{}, []],
    ]
    for (const [items, expected] of cases) {
      expect(await namesIn(apiKey, { filter_id: await addFilter(accountId, items) })).toEqual(expected)
    }
  })

  it('contain the rows that a tagged monitor matches, and with a filter only rows that both match', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const filterId = await addFilter(accountId, { krs: COMPANY.krs })
    const tags = ['ryzyko']
    const monitor = (body: Record<string, unknown>) =>
      service.request(apiKey, 'POST', '/v1/monitors', { tags, ...body })
    expect((await monitor({ identifier_type: 'pesel', identifier_value: PESEL })).status).toBe(201)
    expect((await monitor({ filter_id: filterId })).status).toBe(201)
    await monitor({ identifier_type: 'subject_id', identifier_value: COMPANY.id, tags: ['inne'] })
    expect(await namesIn(apiKey, { monitor_tag: 'ryzyko' })).toEqual(['by krs', 'by nip', 'by pesel', 'by subject'])
    expect(await namesIn(apiKey, { monitor_tag: 'ryzyko', filter_id: filterId })).toEqual(COMPANY_ROWS)
    const other = await service.createAccount()
    expect((await create(other.apiKey, { monitor_tag: 'ryzyko' })).status).toBe(422)
  })

  it('are rejected with an invalid range, source, filter or tag', async () => {
    const { apiKey } = await service.createAccount()
    const foreign = await addFilter((await service.createAccount()).accountId, { nip: COMPANY.nip })
    expect((await create(apiKey, { date_from: '2026-10-31', date_to: '2026-11-20' })).status).toBe(202)
    const long = await service.request<{ detail: { loc: string[] }[] }>(apiKey, 'POST', '/v1/reports', {
      ...RANGE,
      date_from: '2026-08-20',
    })
    expect([long.status, long.body.detail[0]?.loc]).toEqual([422, ['body', 'date_to']])
    expect((await create(apiKey, { date_from: '2026-11-21' })).status).toBe(422)
    expect((await create(apiKey, { source: 'krs' })).status).toBe(422)
    expect((await create(apiKey, { filter_id: foreign })).status).toBe(404)
    const unknown = await create(apiKey, { filter_id: randomUUID() })
    expect(unknown).toMatchObject({ status: 404, body: { detail: { message: 'No filter has this filter_id' } } })
    expect((await create(apiKey, { monitor_tag: 'a\u0000b' })).status).toBe(422)
  })

  it.each([
    [{ date_from: '2026-10-30' }, ['date_from']],
    [{ date_to: '2026-11-21' }, ['date_to']],
    [{ date_from: '2020-01-01', date_to: '2020-01-31' }, ['date_from', 'date_to']],
    [{ date_from: '2027-01-01', date_to: '2027-01-31' }, ['date_from', 'date_to']],
  ])(
    'are rejected with %j, for which nothing is available, and the error names the available days',
    async (range, fields) => {
      const { apiKey } = await service.createAccount()
      const { status, body } = await service.request(apiKey, 'POST', '/v1/reports', { ...RANGE, ...range })
      const msg = 'Announcements of krz are available from 2026-10-31 to 2026-11-20'
      const ctx = { held_from: '2026-10-31', held_to: '2026-11-20' }
      expect([status, body]).toMatchObject([
        422,
        { detail: fields.map((field) => ({ loc: ['body', field], msg, type: 'range_not_held', ctx })) },
      ])
      const none = await service.request(apiKey, 'POST', '/v1/reports', { ...RANGE, source: 'krs_changes' })
      expect(none.body).toMatchObject({ detail: [{ msg: 'No announcements of krs_changes are available' }, {}] })
    },
  )

  it('are rejected with a tag that no monitor has, which the error names, and nothing is counted', async () => {
    const { apiKey } = await service.createAccount()
    await service.request(apiKey, 'POST', '/v1/monitors', {
      identifier_type: 'nip',
      identifier_value: COMPANY.nip,
      tags: ['Łódź'],
    })
    const { status, body } = await service.request(apiKey, 'POST', '/v1/reports', { ...RANGE, monitor_tag: 'Łodź' })
    expect([status, body]).toEqual([
      422,
      {
        detail: [
          { loc: ['body', 'monitor_tag'], msg: 'No monitor has the tag "Łodź"', type: 'unknown_tag', input: 'Łodź' },
        ],
      },
    ])
    const { body: usage } = await service.request(apiKey, 'GET', '/v1/usage/summary')
    expect(usage).toMatchObject({ counts: { reports: 0 } })
    // The same tag in decomposed form (NFD).
    expect((await create(apiKey, { monitor_tag: 'Łódź'.normalize('NFD') })).status).toBe(202)
  })

  it('fail with a reason when no monitor has their tag any more', async () => {
    const { apiKey } = await service.createAccount()
    const watched = { identifier_type: 'nip', identifier_value: COMPANY.nip, tags: ['krótko'] }
    const { body: monitor } = await service.request<{ id: string }>(apiKey, 'POST', '/v1/monitors', watched)
    const { body: job } = await create(apiKey, { monitor_tag: 'krótko' })
    await service.request(apiKey, 'DELETE', `/v1/monitors/${monitor.id}`)
    await make()
    const failed = await get(apiKey, job.id)
    expect(failed).toMatchObject({ status: 'failed', row_count: null })
    expect(failed.error).toContain('tag')
  })

  it('are deleted with their file, and cancelled while they are queued', async () => {
    const { apiKey } = await service.createAccount()
    const other = await service.createAccount()
    const remove = (id: string, key = apiKey) => service.request(key, 'DELETE', `/v1/reports/${id}`)
    const { body: created } = await create(apiKey)
    await make()
    const files = () => readdir(join(service.service.dependencies.config.dataDir, 'reports', 'custom'))
    expect((await files()).filter((file) => file.startsWith(created.id))).toHaveLength(1)
    expect((await remove(created.id, other.apiKey)).status).toBe(404)
    expect((await remove(created.id.toUpperCase())).status).toBe(204)
    expect((await files()).filter((file) => file.startsWith(created.id))).toEqual([])
    expect((await download(apiKey, created.id)).status).toBe(404)
    expect((await remove(created.id)).status).toBe(404)
    const { body: queued } = await create(apiKey)
    expect((await remove(queued.id)).status).toBe(204)
    await make()
    const { body: list } = await service.request<Page>(apiKey, 'GET', '/v1/reports')
    expect([list.items, list.total]).toEqual([[], 0])
    const usage = await service.request<{ counts: { reports: number } }>(apiKey, 'GET', '/v1/usage/summary')
    expect(usage.body.counts.reports).toBe(2)
  })

  it('cannot be ended by their maker after they were deleted', async () => {
    const { apiKey } = await service.createAccount()
    const { body: job } = await create(apiKey)
    const { db } = service.storage
    const claim = { by: 'maker', now: NOW, until: '2026-11-20T12:00:00.000Z' }
    expect((await claimReportJob(db, claim))?.id).toBe(job.id)
    expect((await service.request(apiKey, 'DELETE', `/v1/reports/${job.id}`)).status).toBe(204)
    const ending = { status: 'failed', error: 'x' } as const
    expect(await endReportJob(db, { id: job.id, by: 'maker', finished_at: NOW }, ending)).toBe(false)
  })

  it('fail with a reason when their filter is deleted', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const filterId = await addFilter(accountId, { nip: COMPANY.nip })
    const { body: job } = await create(apiKey, { filter_id: filterId })
    await service.request(apiKey, 'DELETE', `/v1/filters/${filterId}`)
    await make()
    const failed = await get(apiKey, job.id)
    expect(failed).toMatchObject({ status: 'failed', row_count: null, expires_at: null })
    expect(failed.error).toContain('filter')
    expect((await download(apiKey, job.id)).status).toBe(409)
  })

  it('never exceed the monthly limit under parallel orders, by Warsaw months', async () => {
    const { apiKey } = await service.createAccount({ limits: { reports: 3 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(apiKey)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 202, 202, 409, 409, 409, 409, 409])
    const { body } = await service.request<Refusal>(apiKey, 'POST', '/v1/reports', RANGE)
    expect(body.detail).toMatchObject({ code: 'report_limit', limit: 3, current: 3, requested: 1 })
    const usage = await service.request<{ counts: { reports: number } }>(apiKey, 'GET', '/v1/usage/summary')
    expect(usage.body.counts.reports).toBe(3)
    service.clock.set('2026-11-30T22:59:59.000Z')
    expect((await create(apiKey)).status).toBe(409)
    service.clock.set('2026-11-30T23:00:00.000Z')
    expect((await create(apiKey)).status).toBe(202)
    service.clock.set(NOW)
  })

  it('are made for accounts in turn, so that many orders of one account do not delay another', async () => {
    await make()
    const busy = await service.createAccount()
    const calm = await service.createAccount()
    for (let order = 0; order < 4; order += 1) await create(busy.apiKey)
    const { body: one } = await create(calm.apiKey)
    const order: string[] = []
    for (;;) {
      service.clock.advance(1000)
      const now = service.clock.now().toISOString()
      const by = randomUUID()
      const until = new Date(Date.parse(now) + REPORT_LEASE_MS).toISOString()
      const job = await claimReportJob(service.storage.db, { by, now, until })
      if (!job) break
      order.push(job.account_id)
      const claim = { id: job.id, by, finished_at: now }
      await endReportJob(service.storage.db, claim, { status: 'failed', error: 'broken off' })
    }
    const { accountId } = busy
    expect(order).toEqual([accountId, calm.accountId, accountId, accountId, accountId])
    expect((await get(calm.apiKey, one.id)).status).toBe('failed')
  })

  it('are listed newest first, page by page, and only for their own account', async () => {
    const { apiKey } = await service.createAccount()
    const other = await service.createAccount()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.unshift((await create(apiKey)).body.id)
    const listedIds: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `limit=2${cursor && `&cursor=${cursor}`}`
      const { body }: { body: Page } = await service.request<Page>(apiKey, 'GET', `/v1/reports?${query}`)
      expect(body.total).toBe(5)
      listedIds.push(...body.items.map(({ id }) => id))
      cursor = body.next_cursor
    }
    expect(listedIds).toEqual(ids)
    expect((await service.request(apiKey, 'GET', '/v1/reports?cursor=nonsense')).status).toBe(422)
    await make()
    const [id = ''] = ids
    const foreign = await service.request(other.apiKey, 'GET', `/v1/reports/${id}`)
    const unknown = await service.request(other.apiKey, 'GET', `/v1/reports/${randomUUID()}`)
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect((await download(other.apiKey, id)).status).toBe(404)
    expect((await service.request<Page>(other.apiKey, 'GET', '/v1/reports')).body.total).toBe(0)
  })

  it('expire: downloads return 410 at once, the file is deleted later, the job stays in the list', async () => {
    const { apiKey } = await service.createAccount()
    const { body: job } = await create(apiKey)
    await make()
    service.clock.set('2026-11-27T23:00:00.000Z')
    const expired = await download<Refusal>(apiKey, job.id)
    expect([expired.status, expired.body.detail['code']]).toEqual([410, 'report_expired'])
    expect((await get(apiKey, job.id)).status).toBe('expired')
    service.clock.set('2026-11-28T01:00:00.000Z')
    for (const each of reportJobs) await each.run(service.service.dependencies)
    expect((await get(apiKey, job.id)).status).toBe('expired')
    expect((await download(apiKey, job.id)).status).toBe(410)
    const folder = join(service.service.dependencies.config.dataDir, 'reports', 'custom')
    expect((await readdir(folder)).filter((file) => file.startsWith(job.id))).toEqual([])
    service.clock.set(NOW)
  })
})

/** A service whose register has one announcement on the first day of the range. */
async function startWithAnnouncement(engine: (typeof engines)[number]): Promise<TestService> {
  const service = await startTestService({ engine, now: NOW })
  await insertAnnouncements(service.storage.db, [announcement({ day: RANGE.date_from, nip: COMPANY.nip })])
  return service
}

describe.each(engines)('the queue of custom reports on %s', (engine) => {
  it('releases the report in progress when the process stops, and the next run starts it again', async () => {
    const service = await startWithAnnouncement(engine)
    const { dependencies } = service.service
    await service.storage.db
      .insertInto('announcements')
      .values([announcement({}), announcement({})])
      .execute()
    const { apiKey } = await service.createAccount()
    const orders = await Promise.all(
      Array.from({ length: 3 }, () => service.request<ReportJob>(apiKey, 'POST', '/v1/reports', RANGE)),
    )
    const statuses = async () =>
      Promise.all(
        orders.map(
          async ({ body }) => (await service.request<ReportJob>(apiKey, 'GET', `/v1/reports/${body.id}`)).body.status,
        ),
      )
    // Stops as soon as the first report is being written.
    const stopping = new AbortController()
    const config = {
      ...dependencies.config,
      get dataDir() {
        stopping.abort()
        return dependencies.config.dataDir
      },
    }
    await makeQueuedReports({ ...dependencies, config }, stopping.signal)
    expect((await statuses()).sort()).toEqual(['queued', 'queued', 'running'])
    await makeQueuedReports(dependencies)
    expect(await statuses()).toEqual(['ready', 'ready', 'ready'])
    await service.stop()
  })

  it('keeps an order through an outage of the store, and makes the report once the claim has expired', async () => {
    const service = await startWithAnnouncement(engine)
    const { dependencies } = service.service
    const { apiKey } = await service.createAccount()
    const { body: job } = await service.request<ReportJob>(apiKey, 'POST', '/v1/reports', RANGE)
    const status = async () => (await service.request<ReportJob>(apiKey, 'GET', `/v1/reports/${job.id}`)).body.status
    const config = {
      ...dependencies.config,
      get dataDir(): string {
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      },
    }
    await expect(makeQueuedReports({ ...dependencies, config })).rejects.toThrow('ECONNRESET')
    expect(await status()).toBe('running')
    service.clock.advance(REPORT_LEASE_MS)
    await makeQueuedReports(dependencies)
    expect(await status()).toBe('ready')
    await service.stop()
  })

  it('makes a report again when its maker was killed, once the claim has expired', async () => {
    const service = await startWithAnnouncement(engine)
    const { db } = service.storage
    const { apiKey } = await service.createAccount()
    const { body: job } = await service.request<ReportJob>(apiKey, 'POST', '/v1/reports', RANGE)
    const status = async () => (await service.request<ReportJob>(apiKey, 'GET', `/v1/reports/${job.id}`)).body.status
    const until = new Date(Date.parse(NOW) + REPORT_LEASE_MS).toISOString()
    expect(await claimReportJob(db, { by: 'killed', now: NOW, until })).toMatchObject({ id: job.id, status: 'running' })
    await makeQueuedReports(service.service.dependencies)
    expect(await status()).toBe('running')
    service.clock.advance(REPORT_LEASE_MS)
    await makeQueuedReports(service.service.dependencies)
    expect(await status()).toBe('ready')
    // The first process was only slow: it is too late to change anything.
    const lateClaim = { id: job.id, by: 'killed', finished_at: NOW }
    expect(await endReportJob(db, lateClaim, { status: 'failed', error: 'late' })).toBe(false)
    expect(await status()).toBe('ready')
    await service.stop()
  })

  it('gives each job to only one of several makers', async () => {
    const service = await startWithAnnouncement(engine)
    const { db } = service.storage
    const { apiKey } = await service.createAccount()
    for (let index = 0; index < 6; index += 1) await service.request(apiKey, 'POST', '/v1/reports', RANGE)
    const until = addDays('2026-11-20', 1)
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => claimReportJob(db, { by: `maker ${index}`, now: NOW, until })),
    )
    const ids = claims.flatMap((claim) => (claim ? [claim.id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
    await service.stop()
  })
})
