import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as realPause } from 'node:timers/promises'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { startSession } from '@/lib/features/auth/sessions'
import { makeDownloadLink } from '@/lib/features/report-downloads/download-link'
import { saveListedReports } from '@/lib/features/reports/statements/known-reports'
import { noMail } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { secretsOf } from '@/lib/testing/panel-context'
import { setTestRuntime } from '@/lib/testing/panel-runtime'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'
import { setSignedIn } from '@/lib/testing/signed-in'

vi.mock('server-only', () => ({}))
vi.mock('../session', async () => (await import('@/lib/testing/signed-in')).sessionModule)
const signedIn = { session: {} as unknown }
const { withDirectFiles } = await import('../gateway/direct')

const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const BYTES = Buffer.from(Array.from({ length: 3000 }, (_, index) => `row ${index}`).join('\n'))
const HALF = BYTES.subarray(0, 9000)
const ETAG = `"${createHash('sha256').update(BYTES).digest('hex')}"`
const LISTED = { id: 'r-1', report_date: '2026-11-19', source: 'msig', format: 'csv', row_count: 3000 }

type Responder = (request: IncomingMessage, response: ServerResponse) => unknown
type ReceivedAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly isWhole: boolean
} & {
  readonly bytes: Buffer
}

/** A service that lists one report; `file` is its response for the report's bytes. */
const upstream: { list: () => object[] | undefined; file: Responder } = { list: () => [], file: () => undefined }

const csv = (overrides: Record<string, string | number> = {}) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-length': BYTES.length,
  etag: ETAG,
  ...overrides,
})

const serveFile =
  (etag: string): Responder =>
  ({ headers }, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return response.writeHead(200, csv({ etag })).end(BYTES)
    const part = BYTES.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${BYTES.length}`
    return response.writeHead(206, csv({ 'content-range': range, 'content-length': part.length, etag })).end(part)
  }
const completeFile = serveFile(ETAG)

function answerAsService(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const path = request.url ?? ''
  if (path.startsWith('/v1/reports/download/')) return void upstream.file(request, response)
  const list = path.startsWith('/v1/reports/daily/index') ? upstream.list() : undefined
  const body = JSON.stringify(list ?? { detail: { code: 'not_found', message: 'There is no such thing' } })
  response.writeHead(list === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
}

async function listen(server: Server): Promise<{ port: number; close: () => void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  // Safe: the server listens at a port.
  return { port: (server.address() as AddressInfo).port, close }
}

describe.each(sqliteOnly)('a report download on %s', (engine) => {
  let testService: TestService
  let service: Awaited<ReturnType<typeof listen>>
  let panelServer: Awaited<ReturnType<typeof listen>>
  let accountId = ''
  let sessionId = ''

  beforeAll(async () => {
    // A statement must not time out while time runs faster.
    testService = await startTestService({ engine, statementTimeoutSeconds: 3600 })
    service = await listen(createServer(answerAsService))
    const handle = withDirectFiles((_request, response) => response.writeHead(404).end())
    panelServer = await listen(createServer((request, response) => void handle(request, response)))
    setSignedIn(() => signedIn.session)
    setTestRuntime({
      secret: SECRET,
      env: { remote: { url: `http://127.0.0.1:${service.port}`, apiKey: 'key-of-the-tests' }, panelUrl: undefined },
      log: pino({ level: 'silent' }),
      storage: testService.storage,
      mail: noMail,
    })
  })
  afterAll(async () => {
    setTestRuntime({})
    panelServer.close()
    service.close()
    await testService.stop()
  })

  beforeEach(async () => {
    const account = await testService.createAccount()
    accountId = account.accountId
    const { id: userId, email, role } = await makeMember(testService.storage, { accountId })
    const session = { userId, accountId, method: 'password', secondFactor: false, address: '', device: '' } as const
    sessionId = await startSession(testService.storage.db, session, new Date())
    const rules = { secondFactorRequiredAt: null, spendingRoles: null }
    signedIn.session = {
      id: sessionId,
      provedAt: new Date().toISOString(),
      user: { id: userId, email, role },
      account: { id: accountId, slug: 'remote', name: 'Test', sealed_api_key: null, ...rules },
    }
    upstream.list = () => [{ ...LISTED, size_bytes: BYTES.length }]
    upstream.file = completeFile
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const requestPanel = (
    path: string,
    { method = 'GET', ...headers }: Record<string, string> = {},
  ): Promise<ReceivedAnswer> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { port: panelServer.port, host: '127.0.0.1', path, method, headers, agent: false },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          // A broken response shows in `complete`.
          answer.on('error', () => undefined)
          answer.on('close', () => {
            const { statusCode: status = 0, headers: responseHeaders, complete: isWhole } = answer
            resolve({ status, headers: responseHeaders, isWhole, bytes: Buffer.concat(chunks) })
          })
        },
      )
      outgoing.on('error', reject).end()
    })
  const link = () => makeDownloadLink(secretsOf(SECRET), { sessionId, accountId, reportId: LISTED.id })
  const pathOf = (token: string) => `/api/v1/reports/download/${LISTED.id}?download=${encodeURIComponent(token)}`
  const rowsOf = () =>
    testService.storage.db.selectFrom('report_downloads').selectAll().where('account_id', '=', accountId).execute()
  const codeOf = ({ bytes }: ReceivedAnswer): unknown => (JSON.parse(bytes.toString()) as { detail: unknown }).detail
  const downloadState = async (token: string) => {
    const { handlePanelRequest } = await import('./panel-api')
    const { NextRequest } = await import('next/server')
    const address = `http://127.0.0.1/api/panel/report-downloads/${token.split('.', 1)[0]}`
    return (await handlePanelRequest(new NextRequest(address))).json() as Promise<{ state: string }>
  }
  /** A reader may have the last byte before the panel has recorded it. */
  const waitUntilEnded = (token: string) =>
    expect.poll(async () => (await downloadState(token)).state).not.toBe('running')

  it('returns the file and records a complete download', async () => {
    const token = link()
    const response = await requestPanel(pathOf(token))
    expect(response).toMatchObject({ status: 200, isWhole: true })
    expect(response.bytes.equals(BYTES)).toBe(true)
    await waitUntilEnded(token)
    expect(await downloadState(token)).toMatchObject({ state: 'whole', bytes: BYTES.length, reason: null })
    expect(await rowsOf()).toMatchObject([{ is_whole: 1, report_date: LISTED.report_date, etag: ETAG }])
    expect(await detailsOf()).toMatchObject({ outcome: 'whole', bytes: BYTES.length, source: LISTED.source })
  })

  // Case F04 of lib/testing/cases/README.md
  it('is rewritten in full for a spreadsheet and counts as the same file', async () => {
    const token = link()
    const response = await requestPanel(`${pathOf(token)}&spreadsheet=1`, { range: 'bytes=0-8' })
    expect(response).toMatchObject({ status: 200, isWhole: true })
    expect(response.headers['content-length']).toBeUndefined()
    expect(response.headers.etag).toBeUndefined()
    expect(response.bytes.toString()).toBe(`\uFEFF${BYTES.toString().replaceAll('\n', '\r\n')}`)
    await waitUntilEnded(token)
    expect(await downloadState(token)).toMatchObject({ state: 'whole', bytes: BYTES.length, reason: null })
  })

  /**
   * Runs time more than a hundred times as fast, so that time-outs end. Returns the duration in seconds of that time.
   */
  async function runFast<T>(work: Promise<T>): Promise<{ result: T; elapsedS: number }> {
    const state = { isDone: false }
    const finished = work.finally(() => {
      state.isDone = true
    })
    let elapsedS = 0
    for (; !state.isDone; elapsedS += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await realPause(6)
    }
    return { result: await finished, elapsedS }
  }

  const cutAfterHalf: Responder = (_request, response) => {
    response.writeHead(200, csv())
    response.write(HALF, () => response.destroy())
  }
  const respondWith =
    (bytes: Buffer, headers: Record<string, string | number>): Responder =>
    (_request, response) =>
      response.writeHead(200, headers).end(bytes)
  const { 'content-length': _length, ...chunked } = csv()
  const resumable = (first: Responder, resumed: Responder): Responder => {
    return (request, response) => (request.headers.range === undefined ? first : resumed)(request, response)
  }
  const stalled: Responder = (request, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${start}-${BYTES.length - 1}/${BYTES.length}` }
    if (start > 0) response.writeHead(206, csv({ ...range, 'content-length': BYTES.length - start })).flushHeaders()
    else response.writeHead(200, csv()).write(HALF)
  }
  const wrong = Buffer.from(BYTES.toString().replace('row 7\n', 'row 8\n'))
  const unavailable: Responder = (_request, response) => void response.writeHead(503).end()

  it.each<[string, string, Responder]>([
    [
      'sends too few bytes without an ETag',
      'short',
      resumable(respondWith(HALF, { ...chunked, etag: '' }), unavailable),
    ],
    ['cuts it off and is then unavailable', 'short', resumable(cutAfterHalf, unavailable)],
    ['sends too many', 'long', respondWith(Buffer.concat([BYTES, HALF]), chunked)],
    ['sends bytes that do not match the hash', 'hash', respondWith(wrong, csv())],
    ['stops sending, also after a retry', 'stalled', stalled],
    ['has another file at the retry', 'changed', resumable(cutAfterHalf, serveFile('"other"'))],
  ])('breaks off within minutes, with a reason, when the service %s', async (_what, reason, file) => {
    upstream.file = file
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const token = link()
    const { result, elapsedS } = await runFast(requestPanel(pathOf(token)))
    expect(result.isWhole).toBe(false)
    expect(result.bytes.length).toBeLessThan(BYTES.length)
    expect(elapsedS).toBeLessThan(300)
    expect(await downloadState(token)).toMatchObject({ state: 'broken', reason })
    expect(await rowsOf()).toMatchObject([{ is_whole: 0 }])
  })

  it('breaks off when the bytes do not match the listed hash and the service declares no length', async () => {
    upstream.list = () => [LISTED]
    upstream.file = respondWith(wrong, chunked)
    const token = link()
    expect(await requestPanel(pathOf(token))).toMatchObject({ isWhole: false })
    expect(await downloadState(token)).toMatchObject({ state: 'broken', reason: 'hash' })
  })

  it.each<[string, Responder]>([
    ['changed', respondWith(HALF, csv({ 'content-length': HALF.length }))],
    ['changed', respondWith(Buffer.concat([BYTES, HALF]), csv({ 'content-length': BYTES.length + HALF.length }))],
    ['not_a_report', respondWith(Buffer.from('<html></html>'), { 'content-type': 'text/html' })],
  ])('is refused before its first byte when the file is not the listed report: %s', async (reason, file) => {
    upstream.file = file
    for (const range of [{}, { range: 'bytes=0-0' }] as Record<string, string>[]) {
      const response = await requestPanel(pathOf(link()), range)
      expect(response.status).toBe(502)
      expect(codeOf(response)).toMatchObject({ code: 'report_broken', reason })
    }
    expect(await rowsOf()).toEqual([])
  })

  it.each([404, 410])('is refused with the status %s of the service before a purpose is requested', async (status) => {
    upstream.list = () => []
    const body = JSON.stringify({ detail: { code: 'report_expired', message: 'It is gone' } })
    upstream.file = (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    expect((await requestPanel(pathOf(link()))).status).toBe(status)
    upstream.file = completeFile
    const refused = await requestPanel(pathOf(link()))
    expect(refused.status).toBe(409)
    expect(codeOf(refused)).toMatchObject({ code: 'purpose_required' })
    expect((await requestPanel(pathOf(link()), { method: 'HEAD' })).status).toBe(409)
  })

  it('uses the listing that the panel stored earlier when the list cannot be read', async () => {
    const storedListing = {
      report_id: LISTED.id,
      report_date: '2026-11-19',
      source: 'msig',
      format: 'csv',
      row_count: 1,
    }
    const rest = { size_bytes: 5, generated_at: null, expires_at: null }
    await saveListedReports(asAccountTx(testService.storage.db), { accountId, at: new Date().toISOString() }, [
      { ...storedListing, ...rest },
    ])
    upstream.list = () => undefined
    const token = link()
    const response = await requestPanel(pathOf(token))
    expect(response).toMatchObject({ status: 200, isWhole: true })
    expect(response.headers['content-disposition']).toBe('attachment; filename="reports.download-r-1.csv"')
    await waitUntilEnded(token)
    const { report_date, source, format } = storedListing
    expect(await rowsOf()).toMatchObject([{ report_date, source, format, is_whole: 1 }])
    expect(await detailsOf()).toMatchObject({ report_date, source, format })
  })

  it('has no date in its audit entry when none is known', async () => {
    upstream.list = () => undefined
    const { savePurpose } = await import('@/lib/features/report-downloads/purpose')
    const given = { purpose: 'duty', note: '' } as const
    const { user } = signedIn.session as { user: { id: string } }
    await savePurpose(testService.storage.db, { sessionId, accountId, userId: user.id, given, now: new Date() })
    const token = link()
    expect(await requestPanel(pathOf(token))).toMatchObject({ status: 200, isWhole: true })
    await waitUntilEnded(token)
    const details = await detailsOf()
    expect(details).toMatchObject({ outcome: 'whole', purpose: 'duty' })
    expect(Object.values(details)).not.toContain('')
  })

  async function detailsOf(): Promise<object> {
    const entries = testService.storage.db
      .selectFrom('audit_entries')
      .select('after')
      .where('account_id', '=', accountId)
    const { after } = await entries.where('action', '=', 'reports.download').executeTakeFirstOrThrow()
    return JSON.parse(after ?? '') as object
  }

  it('is refused with a reason when a range continues another edition, and then restarts from the first byte', async () => {
    const token = link()
    expect(await requestPanel(pathOf(token), { range: 'bytes=0-8999' })).toMatchObject({ status: 206, isWhole: true })
    await expect.poll(async () => (await rowsOf())[0]?.bytes).toBe(9000)
    upstream.file = serveFile('"other"')
    const refused = await requestPanel(pathOf(token), { range: 'bytes=9000-' })
    expect(refused.status).toBe(409)
    expect(codeOf(refused)).toMatchObject({ code: 'report_changed' })
    expect(await requestPanel(pathOf(token))).toMatchObject({ status: 200, isWhole: true })
    await waitUntilEnded(token)
    expect(await rowsOf()).toMatchObject([{ is_whole: 1, bytes: BYTES.length, etag: '"other"' }])
  })

  it('breaks the ZIP of all new reports that contains it', async () => {
    const listed = { ...LISTED, size_bytes: BYTES.length, generated_at: null, expires_at: '2999-01-01T00:00:00.000Z' }
    upstream.list = () => [listed]
    const path = '/api/panel/new-reports/zip?format=csv'
    upstream.file = respondWith(HALF, { ...chunked, etag: '' })
    expect(await requestPanel(path)).toMatchObject({ status: 200, isWhole: false })
    upstream.file = completeFile
    expect(await requestPanel(path)).toMatchObject({ status: 200, isWhole: true })
    await expect.poll(async () => (await requestPanel(path)).status).toBe(404)
  })
})
