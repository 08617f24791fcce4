import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { generateDailyReports } from '@/lib/service/reports/daily-reports'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

import { reportDownloadHandlers } from './handlers'
import { reportDownloadsJob } from './job'
import { recordSending, type SentFile } from './record-sending'
import { insertReportDownload, listDownloadedReports, touchDownloads } from './statements'

describe.each(sqliteAlone)('downloads of reports on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
    await generateDailyReports(at.service.dependencies)
  })
  afterAll(() => at.stop())

  async function someone() {
    const { accountId } = await at.createAccount()
    const { id, email } = await makeMember(at.storage, { accountId })
    return panelContext(at, accountId, { sessionId: randomUUID(), user: { id, email, role: 'owner' } })
  }
  const asked = { query: { format: 'csv' as const, source: undefined } }
  const entriesOf = (accountId: string) =>
    at.storage.db.selectFrom('audit_entries').selectAll().where('account_id', '=', accountId).execute()

  it('a ZIP with personal data wants a purpose, and marks all of it as taken once it went out', async () => {
    const context = await someone()
    const found = await reportDownloadHandlers['reportDownloads.new'](asked, context)
    expect(found).toMatchObject({ has_personal_data: true })
    expect(found.reports).toBeGreaterThan(0)
    const take = () =>
      reportDownloadHandlers['reportDownloads.zip']({ query: { ...asked.query, download: found.download } }, context)
    await expect(take()).rejects.toMatchObject({ code: 'purpose_required', status: 409 })
    await reportDownloadHandlers['reportDownloads.givePurpose'](
      { body: { purpose: 'other', note: 'dłużnik 44051401458' } },
      context,
    )
    const other = { ...context, sessionId: randomUUID() }
    expect(await reportDownloadHandlers['reportDownloads.purpose']({}, other)).toEqual({ given: null })
    // Safe: a `file` operation answers with a Response.
    const answer = await take()
    const zip = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(zip.length))
    expect((await listDownloadedReports(at.storage.db, context.account.id, context.user.id)).size).toBe(
      found.reports + 1,
    )
    expect(await reportDownloadHandlers['reportDownloads.new'](asked, context)).toMatchObject({ reports: 0 })
    const [entry] = await entriesOf(context.account.id)
    expect(entry?.action).toBe('reports.downloadNew')
    expect(entry?.after).toContain('"outcome":"whole"')
    expect(entry?.after).not.toContain('44051401458')
  })

  const fileOf = (
    { storage, account, user, log, sessionId, address }: Awaited<ReturnType<typeof someone>>,
    more: Partial<SentFile> = {},
  ): SentFile => ({
    storage,
    log,
    clock: () => at.clock.now(),
    sessionId,
    accountId: account.id,
    user,
    address,
    id: randomUUID(),
    report: { id: 'r', report_date: '2026-11-19', source: 'msig', format: 'csv' },
    purpose: null,
    start: 0,
    sizeBytes: 10,
    etag: '"one"',
    action: 'reports.download',
    details: { file: 'r.csv' },
    ...more,
  })
  async function* bytesOf(length: number): AsyncGenerator<Uint8Array, void> {
    yield new Uint8Array(length)
  }
  const rowsOf = (accountId: string) =>
    at.storage.db.selectFrom('report_downloads').selectAll().where('account_id', '=', accountId).execute()

  it('parts with a gap between them are never whole, and parts without one are', async () => {
    const context = await someone()
    const id = randomUUID()
    const part = async (start: number, length: number) =>
      readAll(await recordSending(fileOf(context, { id, start }), bytesOf(length)))
    await part(5, 5)
    await part(5, 5)
    expect((await rowsOf(context.account.id)).map(({ is_whole }) => is_whole)).toEqual([0, 0])
    await part(0, 5)
    await part(5, 5)
    const whole = (await rowsOf(context.account.id)).filter(({ is_whole }) => is_whole === 1)
    expect(whole).toMatchObject([{ id, bytes: 10 }])
  })

  it('parts of two editions are never one file: the next one is refused, and one from the first byte on begins anew', async () => {
    const context = await someone()
    const id = randomUUID()
    const part = async (etag: string | null, start: number, length: number) =>
      readAll(await recordSending(fileOf(context, { id, start, etag }), bytesOf(length)))
    await part('"one"', 0, 8)
    for (const other of ['"two"', null]) {
      await expect(part(other, 8, 2)).rejects.toMatchObject({ code: 'report_changed', status: 409 })
    }
    await part('"two"', 0, 5)
    expect(await rowsOf(context.account.id)).toMatchObject([{ id, bytes: 5, is_whole: 0, etag: '"two"' }])
    await expect(part('"one"', 5, 5)).rejects.toMatchObject({ code: 'report_changed' })
    await part('"two"', 5, 5)
    expect(await rowsOf(context.account.id)).toMatchObject([{ id, bytes: 10, is_whole: 1 }])
    // A complete download stays complete, whatever is downloaded later.
    await part('"three"', 0, 5)
    const rows = await rowsOf(context.account.id)
    expect(rows.map(({ bytes, is_whole }) => `${bytes} ${is_whole}`).toSorted()).toEqual(['10 1', '5 0'])
  })

  it('parts of a file without a mark are downloads of their own', async () => {
    const context = await someone()
    const id = randomUUID()
    for (const start of [0, 5]) {
      await readAll(await recordSending(fileOf(context, { id, start, etag: null }), bytesOf(5)))
    }
    expect((await rowsOf(context.account.id)).map(({ bytes, is_whole }) => [bytes, is_whole])).toEqual([
      [5, 0],
      [5, 0],
    ])
  })

  it('a report that was made again since it was taken is new again', async () => {
    const context = await someone()
    const now = new Date()
    const listed = (generated_at: string) => ({
      ...context,
      now,
      ask: (() =>
        Promise.resolve([
          { id: 'r', source: 'msig', format: 'csv', report_date: '2026-11-19', size_bytes: 10, generated_at },
        ])) as unknown as typeof context.ask,
    })
    const newOf = async (made: number) =>
      (await reportDownloadHandlers['reportDownloads.new'](asked, listed(new Date(made).toISOString()))).reports
    await readAll(await recordSending(fileOf(context, { clock: () => now }), bytesOf(10)))
    expect(await newOf(now.getTime() - 1000)).toBe(0)
    expect(await newOf(now.getTime() + 1000)).toBe(1)
  })

  it('reports of a ZIP that still goes out have not broken off', async () => {
    const context = await someone()
    const { id } = fileOf(context)
    const old = new Date(at.clock.now().getTime() - 120_000).toISOString()
    const row = { report_date: '2026-11-19', source: 'msig', format: 'csv', user_id: context.user.id, purpose: null }
    const kept = {
      ...row,
      etag: null,
      id,
      report_id: 'r',
      user_email: '',
      account_id: context.account.id,
      at: old,
      bytes: 10,
    }
    await insertReportDownload(at.storage.db, { ...kept, is_whole: 0 })
    await touchDownloads(at.storage.db, [id], at.clock.now().toISOString())
    await reportDownloadsJob.run(jobsFor(context))
    expect(await entriesOf(context.account.id)).toEqual([])
    at.clock.advance(61_000)
    await reportDownloadsJob.run(jobsFor(context))
    expect(await entriesOf(context.account.id)).toHaveLength(1)
  })

  const jobsFor = (context: Awaited<ReturnType<typeof someone>>) => ({
    ...context,
    clock: () => at.clock.now(),
    askFor: () => context.ask,
    fetchFor: () => context.fetchService,
  })

  it('one that breaks off is told by the job once, also when nobody goes on', async () => {
    const context = await someone()
    const { account } = context
    const file = fileOf(context)
    async function* half(): AsyncGenerator<Uint8Array, void> {
      yield new Uint8Array(5)
      throw new Error('reset')
    }
    const bytes = await recordSending(file, half())
    await expect(readAll(bytes)).rejects.toThrow('reset')
    expect(await entriesOf(account.id)).toEqual([])
    const run = () => reportDownloadsJob.run(jobsFor(context))
    at.clock.advance(61_000)
    await run()
    at.clock.advance(61_000)
    await run()
    const entries = await entriesOf(account.id)
    expect(entries.map(({ action, request_id }) => [action, request_id])).toEqual([['reports.download', file.id]])
    expect(entries[0]?.after).toContain('"outcome":"broken"')
    expect(entries[0]?.after).toContain('"bytes":5')
  })

  it('a ZIP that breaks off is told once, as what it was', async () => {
    const context = await someone()
    const asked = { query: { format: 'csv' as const, source: ['msig' as const] } }
    // Safe: a `file` operation answers with a Response.
    const answer = await reportDownloadHandlers['reportDownloads.zip'](asked, context)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    // The row is written with the machine's time.
    at.clock.set(new Date().toISOString())
    for (let turn = 0; turn < 2; turn += 1) {
      at.clock.advance(61_000)
      await reportDownloadsJob.run(jobsFor(context))
    }
    const told = (await entriesOf(context.account.id)).filter(({ action }) => action === 'reports.downloadNew')
    expect(told.map(({ target }) => target)).toEqual([null])
    expect(told[0]?.after).toContain('"outcome":"broken"')
  })
})

async function readAll(bytes: AsyncGenerator<Uint8Array, unknown>): Promise<void> {
  for (let next = await bytes.next(); next.done !== true;) next = await bytes.next()
}
