import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { generateDailyReports } from '@/lib/service/reports/daily-reports'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { reportDownloadHandlers } from './handlers'
import { reportDownloadsJob } from './job'
import { recordSending, type SentFile } from './record-sending'
import { insertReportDownload, listDownloadedReports, touchDownloads } from './statements'

describe.each(sqliteOnly)('downloads of reports on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
    await generateDailyReports(service.service.dependencies)
  })
  afterAll(() => service.stop())

  async function memberContext() {
    const { accountId } = await service.createAccount()
    const { id, email } = await makeMember(service.storage, { accountId })
    return panelContext(service, accountId, { sessionId: randomUUID(), user: { id, email, role: 'owner' } })
  }
  const input = { query: { format: 'csv' as const, source: undefined } }
  const entriesOf = (accountId: string) =>
    service.storage.db.selectFrom('audit_entries').selectAll().where('account_id', '=', accountId).execute()

  it('require a purpose for a ZIP with personal data, and mark all its reports as downloaded once it is sent', async () => {
    const context = await memberContext()
    const found = await reportDownloadHandlers['reportDownloads.new'](input, context)
    expect(found).toMatchObject({ has_personal_data: true })
    expect(found.reports).toBeGreaterThan(0)
    const downloadZip = () =>
      reportDownloadHandlers['reportDownloads.zip']({ query: { ...input.query, download: found.download } }, context)
    await expect(downloadZip()).rejects.toMatchObject({ code: 'purpose_required', status: 409 })
    await reportDownloadHandlers['reportDownloads.givePurpose'](
      { body: { purpose: 'other', note: 'dłużnik 44051401458' } },
      context,
    )
    const other = { ...context, sessionId: randomUUID() }
    expect(await reportDownloadHandlers['reportDownloads.purpose']({}, other)).toEqual({ given: null })
    const answer = await downloadZip()
    const zip = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(zip.length))
    expect((await listDownloadedReports(service.storage.db, context.account.id, context.user.id)).size).toBe(
      found.reports + 1,
    )
    expect(await reportDownloadHandlers['reportDownloads.new'](input, context)).toMatchObject({ reports: 0 })
    const [entry] = await entriesOf(context.account.id)
    expect(entry?.action).toBe('reports.downloadNew')
    expect(entry?.after).toContain('"outcome":"whole"')
    expect(entry?.after).not.toContain('44051401458')
  })

  const fileOf = (
    { storage, account, user, log, sessionId, address }: Awaited<ReturnType<typeof memberContext>>,
    more: Partial<SentFile> = {},
  ): SentFile => ({
    storage,
    log,
    clock: () => service.clock.now(),
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
    service.storage.db.selectFrom('report_downloads').selectAll().where('account_id', '=', accountId).execute()

  it('are complete if their parts have no gap, and incomplete otherwise', async () => {
    const context = await memberContext()
    const id = randomUUID()
    const part = async (start: number, length: number) =>
      readAll(await recordSending(fileOf(context, { id, start }), bytesOf(length)))
    await part(5, 5)
    await part(5, 5)
    expect((await rowsOf(context.account.id)).map(({ is_whole }) => is_whole)).toEqual([0, 0])
    await part(0, 5)
    await part(5, 5)
    const completeRows = (await rowsOf(context.account.id)).filter(({ is_whole }) => is_whole === 1)
    expect(completeRows).toMatchObject([{ id, bytes: 10 }])
  })

  it('reject a part of another edition, and start again when it begins with the first byte', async () => {
    const context = await memberContext()
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

  it('record each part of a file without an ETag as its own download', async () => {
    const context = await memberContext()
    const id = randomUUID()
    for (const start of [0, 5]) {
      await readAll(await recordSending(fileOf(context, { id, start, etag: null }), bytesOf(5)))
    }
    expect((await rowsOf(context.account.id)).map(({ bytes, is_whole }) => [bytes, is_whole])).toEqual([
      [5, 0],
      [5, 0],
    ])
  })

  it('show a report as new again if it was generated after its download', async () => {
    const context = await memberContext()
    const now = new Date()
    const listed = (generated_at: string) => ({
      ...context,
      now,
      callService: (() =>
        Promise.resolve([
          { id: 'r', source: 'msig', format: 'csv', report_date: '2026-11-19', size_bytes: 10, generated_at },
        ])) as unknown as typeof context.callService,
    })
    const newOf = async (generatedAtMs: number) =>
      (await reportDownloadHandlers['reportDownloads.new'](input, listed(new Date(generatedAtMs).toISOString())))
        .reports
    await readAll(await recordSending(fileOf(context, { clock: () => now }), bytesOf(10)))
    expect(await newOf(now.getTime() - 1000)).toBe(0)
    expect(await newOf(now.getTime() + 1000)).toBe(1)
  })

  it('do not record reports of a ZIP as broken while it is still being sent', async () => {
    const context = await memberContext()
    const { id } = fileOf(context)
    const old = new Date(service.clock.now().getTime() - 120_000).toISOString()
    const row = { report_date: '2026-11-19', source: 'msig', format: 'csv', user_id: context.user.id, purpose: null }
    const stored = {
      ...row,
      etag: null,
      id,
      report_id: 'r',
      user_email: '',
      account_id: context.account.id,
      at: old,
      bytes: 10,
    }
    await insertReportDownload(service.storage.db, { ...stored, is_whole: 0 })
    await touchDownloads(service.storage.db, [id], service.clock.now().toISOString())
    await reportDownloadsJob.run(jobsFor(context))
    expect(await entriesOf(context.account.id)).toEqual([])
    service.clock.advance(61_000)
    await reportDownloadsJob.run(jobsFor(context))
    expect(await entriesOf(context.account.id)).toHaveLength(1)
  })

  const jobsFor = (context: Awaited<ReturnType<typeof memberContext>>) => ({
    ...context,
    clock: () => service.clock.now(),
    callFor: () => context.callService,
    fetchFor: () => context.fetchService,
  })

  it('record a download that breaks off once, by the job', async () => {
    const context = await memberContext()
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
    service.clock.advance(61_000)
    await run()
    service.clock.advance(61_000)
    await run()
    const entries = await entriesOf(account.id)
    expect(entries.map(({ action, request_id }) => [action, request_id])).toEqual([['reports.download', file.id]])
    expect(entries[0]?.after).toContain('"outcome":"broken"')
    expect(entries[0]?.after).toContain('"bytes":5')
  })

  it('record a ZIP that breaks off once, as a download of new reports', async () => {
    const context = await memberContext()
    const zipInput = { query: { format: 'csv' as const, source: ['msig' as const] } }
    const answer = await reportDownloadHandlers['reportDownloads.zip'](zipInput, context)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    // The row is written with the machine's time.
    service.clock.set(new Date().toISOString())
    for (let run = 0; run < 2; run += 1) {
      service.clock.advance(61_000)
      await reportDownloadsJob.run(jobsFor(context))
    }
    const entries = (await entriesOf(context.account.id)).filter(({ action }) => action === 'reports.downloadNew')
    expect(entries.map(({ target }) => target)).toEqual([null])
    expect(entries[0]?.after).toContain('"outcome":"broken"')
  })
})

async function readAll(bytes: AsyncGenerator<Uint8Array, unknown>): Promise<void> {
  for (let next = await bytes.next(); next.done !== true;) next = await bytes.next()
}
