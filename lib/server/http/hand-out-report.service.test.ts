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
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'
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

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown
type Got = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly isWhole: boolean } & {
  readonly bytes: Buffer
}

/** A service that lists one report; `file` is its response for the report's bytes. */
const upstream: { list: () => object[] | undefined; file: Answering } = { list: () => [], file: () => undefined }

const csv = (given: Record<string, string | number> = {}) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-length': BYTES.length,
  etag: ETAG,
  ...given,
})

const answering =
  (etag: string): Answering =>
  ({ headers }, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return response.writeHead(200, csv({ etag })).end(BYTES)
    const part = BYTES.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${BYTES.length}`
    return response.writeHead(206, csv({ 'content-range': range, 'content-length': part.length, etag })).end(part)
  }
const whole = answering(ETAG)

function answerAsService(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const path = request.url ?? ''
  if (path.startsWith('/v1/reports/download/')) return void upstream.file(request, response)
  const list = path.startsWith('/v1/reports/daily/index') ? upstream.list() : undefined
  const body = JSON.stringify(list ?? { detail: { code: 'not_found', message: 'There is no such thing' } })
  response.writeHead(list === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
}

async function listening(server: Server): Promise<{ port: number; close: () => void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  // Safe: the server listens at a port.
  return { port: (server.address() as AddressInfo).port, close }
}

describe.each(sqliteAlone)('a report that is handed out on %s', (engine) => {
  let at: TestService
  let service: Awaited<ReturnType<typeof listening>>
  let door: Awaited<ReturnType<typeof listening>>
  let accountId = ''
  let sessionId = ''

  beforeAll(async () => {
    // A statement must not time out while time runs faster.
    at = await startTestService({ engine, statementTimeoutSeconds: 3600 })
    service = await listening(createServer(answerAsService))
    const handle = withDirectFiles((_request, response) => response.writeHead(404).end())
    door = await listening(createServer((request, response) => void handle(request, response)))
    setSignedIn(() => signedIn.session)
    setTestRuntime({
      secret: SECRET,
      env: { remote: { url: `http://127.0.0.1:${service.port}`, apiKey: 'key-of-the-tests' }, panelUrl: undefined },
      log: pino({ level: 'silent' }),
      storage: at.storage,
      mail: noMail,
    })
  })
  afterAll(async () => {
    setTestRuntime({})
    door.close()
    service.close()
    await at.stop()
  })

  beforeEach(async () => {
    const made = await at.createAccount()
    accountId = made.accountId
    const { id: userId, email, role } = await makeMember(at.storage, { accountId })
    const session = { userId, accountId, method: 'password', secondFactor: false, address: '', device: '' } as const
    sessionId = await startSession(at.storage.db, session, new Date())
    const rules = { secondFactorRequiredAt: null, spendingRoles: null }
    signedIn.session = {
      id: sessionId,
      provedAt: new Date().toISOString(),
      user: { id: userId, email, role },
      account: { id: accountId, slug: 'remote', name: 'Test', sealed_api_key: null, ...rules },
    }
    upstream.list = () => [{ ...LISTED, size_bytes: BYTES.length }]
    upstream.file = whole
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const ask = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Got> =>
    new Promise((resolve, reject) => {
      const asked = httpRequest(
        { port: door.port, host: '127.0.0.1', path, method, headers, agent: false },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          // A broken response shows in `complete`.
          answer.on('error', () => undefined)
          answer.on('close', () => {
            const { statusCode: status = 0, headers: said, complete: isWhole } = answer
            resolve({ status, headers: said, isWhole, bytes: Buffer.concat(chunks) })
          })
        },
      )
      asked.on('error', reject).end()
    })
  const link = () => makeDownloadLink(secretsOf(SECRET), { sessionId, accountId, reportId: LISTED.id })
  const pathOf = (of: string) => `/api/v1/reports/download/${LISTED.id}?download=${encodeURIComponent(of)}`
  const rowsOf = () =>
    at.storage.db.selectFrom('report_downloads').selectAll().where('account_id', '=', accountId).execute()
  const codeOf = ({ bytes }: Got): unknown => (JSON.parse(bytes.toString()) as { detail: unknown }).detail
  const told = async (of: string) => {
    const { handlePanelRequest } = await import('./panel-api')
    const { NextRequest } = await import('next/server')
    const address = `http://127.0.0.1/api/panel/report-downloads/${of.split('.', 1)[0]}`
    return (await handlePanelRequest(new NextRequest(address))).json() as Promise<{ state: string }>
  }
  /** A reader may have the last byte before the panel has recorded it. */
  const ended = (of: string) => expect.poll(async () => (await told(of)).state).not.toBe('running')

  it('is the file, an entry and a row', async () => {
    const of = link()
    const got = await ask(pathOf(of))
    expect(got).toMatchObject({ status: 200, isWhole: true })
    expect(got.bytes.equals(BYTES)).toBe(true)
    await ended(of)
    expect(await told(of)).toMatchObject({ state: 'whole', bytes: BYTES.length, reason: null })
    expect(await rowsOf()).toMatchObject([{ is_whole: 1, report_date: LISTED.report_date, etag: ETAG }])
  })

  it('F04 is written anew for a spreadsheet, in whole, and counts as the same file', async () => {
    const of = link()
    const got = await ask(`${pathOf(of)}&spreadsheet=1`, { range: 'bytes=0-8' })
    expect(got).toMatchObject({ status: 200, isWhole: true })
    expect(got.headers['content-length']).toBeUndefined()
    expect(got.headers.etag).toBeUndefined()
    expect(got.bytes.toString()).toBe(`\uFEFF${BYTES.toString().replaceAll('\n', '\r\n')}`)
    await ended(of)
    expect(await told(of)).toMatchObject({ state: 'whole', bytes: BYTES.length, reason: null })
  })

  /**
   * Runs time more than a hundred times as fast, so that time-outs end. Returns the duration in seconds of that time.
   */
  async function hurried<T>(work: Promise<T>): Promise<{ got: T; tookS: number }> {
    const state = { isDone: false }
    const done = work.finally(() => {
      state.isDone = true
    })
    let tookS = 0
    for (; !state.isDone; tookS += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await realPause(6)
    }
    return { got: await done, tookS }
  }

  const cutAfterHalf: Answering = (_request, response) => {
    response.writeHead(200, csv())
    response.write(HALF, () => response.destroy())
  }
  const sending =
    (bytes: Buffer, headers: Record<string, string | number>): Answering =>
    (_request, response) =>
      response.writeHead(200, headers).end(bytes)
  const { 'content-length': _length, ...chunked } = csv()
  const resumable = (first: Answering, then: Answering): Answering => {
    return (request, response) => (request.headers.range === undefined ? first : then)(request, response)
  }
  const stalled: Answering = (request, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${start}-${BYTES.length - 1}/${BYTES.length}` }
    if (start > 0) response.writeHead(206, csv({ ...range, 'content-length': BYTES.length - start })).flushHeaders()
    else response.writeHead(200, csv()).write(HALF)
  }
  const wrong = Buffer.from(BYTES.toString().replace('row 7\n', 'row 8\n'))
  const away: Answering = (_request, response) => void response.writeHead(503).end()

  it.each<[string, string, Answering]>([
    [
      'sends too few bytes, and has no mark to go on by',
      'short',
      resumable(sending(HALF, { ...chunked, etag: '' }), away),
    ],
    ['cuts it off and stays away', 'short', resumable(cutAfterHalf, away)],
    ['sends too many', 'long', sending(Buffer.concat([BYTES, HALF]), chunked)],
    ['sends other bytes than it names', 'hash', sending(wrong, csv())],
    ['stops sending, also when it is asked again', 'stalled', stalled],
    ['has another file by the time it is asked again', 'changed', resumable(cutAfterHalf, answering('"other"'))],
  ])('breaks off within minutes, and says why, when the service %s', async (_what, reason, file) => {
    upstream.file = file
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const of = link()
    const { got, tookS } = await hurried(ask(pathOf(of)))
    expect(got.isWhole).toBe(false)
    expect(got.bytes.length).toBeLessThan(BYTES.length)
    expect(tookS).toBeLessThan(300)
    expect(await told(of)).toMatchObject({ state: 'broken', reason })
    expect(await rowsOf()).toMatchObject([{ is_whole: 0 }])
  })

  it('breaks off when the service sends other bytes than it names, and does not say how many', async () => {
    upstream.list = () => [LISTED]
    upstream.file = sending(wrong, chunked)
    const of = link()
    expect(await ask(pathOf(of))).toMatchObject({ isWhole: false })
    expect(await told(of)).toMatchObject({ state: 'broken', reason: 'hash' })
  })

  it.each<[string, Answering]>([
    ['changed', sending(HALF, csv({ 'content-length': HALF.length }))],
    ['changed', sending(Buffer.concat([BYTES, HALF]), csv({ 'content-length': BYTES.length + HALF.length }))],
    ['not_a_report', sending(Buffer.from('<html></html>'), { 'content-type': 'text/html' })],
  ])('is refused before its first byte when it is no such file: %s', async (reason, file) => {
    upstream.file = file
    for (const range of [{}, { range: 'bytes=0-0' }] as Record<string, string>[]) {
      const got = await ask(pathOf(link()), range)
      expect(got.status).toBe(502)
      expect(codeOf(got)).toMatchObject({ code: 'report_broken', reason })
    }
    expect(await rowsOf()).toEqual([])
  })

  it.each([404, 410])(
    'that the service refuses with %s is refused so, and nobody is asked what for',
    async (status) => {
      upstream.list = () => []
      const body = JSON.stringify({ detail: { code: 'report_expired', message: 'It is gone' } })
      upstream.file = (_request, response) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      expect((await ask(pathOf(link()))).status).toBe(status)
      upstream.file = whole
      const refused = await ask(pathOf(link()))
      expect(refused.status).toBe(409)
      expect(codeOf(refused)).toMatchObject({ code: 'purpose_required' })
      expect((await ask(pathOf(link()), { method: 'HEAD' })).status).toBe(409)
    },
  )

  it('is what the panel saw of it before when the list cannot be read now', async () => {
    const seen = { report_id: LISTED.id, report_date: '2026-11-19', source: 'msig', format: 'csv', row_count: 1 }
    const rest = { size_bytes: 5, generated_at: null, expires_at: null }
    await saveListedReports(asAccountTx(at.storage.db), { accountId, at: new Date().toISOString() }, [
      { ...seen, ...rest },
    ])
    upstream.list = () => undefined
    const of = link()
    const got = await ask(pathOf(of))
    expect(got).toMatchObject({ status: 200, isWhole: true })
    expect(got.headers['content-disposition']).toBe('attachment; filename="reports.download-r-1.csv"')
    await ended(of)
    const { report_date, source, format } = seen
    expect(await rowsOf()).toMatchObject([{ report_date, source, format, is_whole: 1 }])
    expect(await detailsOf()).toMatchObject({ report_date, source, format })
  })

  it('has no day in its entry when nobody knows it', async () => {
    upstream.list = () => undefined
    const { savePurpose } = await import('@/lib/features/report-downloads/purpose')
    const given = { purpose: 'duty', note: '' } as const
    const { user } = signedIn.session as { user: { id: string } }
    await savePurpose(at.storage.db, { sessionId, accountId, userId: user.id, given, now: new Date() })
    const of = link()
    expect(await ask(pathOf(of))).toMatchObject({ status: 200, isWhole: true })
    await ended(of)
    const details = await detailsOf()
    expect(details).toMatchObject({ outcome: 'whole', purpose: 'duty' })
    expect(Object.values(details)).not.toContain('')
  })

  async function detailsOf(): Promise<object> {
    const entries = at.storage.db.selectFrom('audit_entries').select('after').where('account_id', '=', accountId)
    const { after } = await entries.where('action', '=', 'reports.download').executeTakeFirstOrThrow()
    return JSON.parse(after ?? '') as object
  }

  it('is refused in words when a part of another edition is to go on with it, and begins anew from the first byte', async () => {
    const of = link()
    expect(await ask(pathOf(of), { range: 'bytes=0-8999' })).toMatchObject({ status: 206, isWhole: true })
    await expect.poll(async () => (await rowsOf())[0]?.bytes).toBe(9000)
    upstream.file = answering('"other"')
    const refused = await ask(pathOf(of), { range: 'bytes=9000-' })
    expect(refused.status).toBe(409)
    expect(codeOf(refused)).toMatchObject({ code: 'report_changed' })
    expect(await ask(pathOf(of))).toMatchObject({ status: 200, isWhole: true })
    await ended(of)
    expect(await rowsOf()).toMatchObject([{ is_whole: 1, bytes: BYTES.length, etag: '"other"' }])
  })

  it('breaks the ZIP of everything new that it stands in', async () => {
    const listed = { ...LISTED, size_bytes: BYTES.length, generated_at: null, expires_at: '2999-01-01T00:00:00.000Z' }
    upstream.list = () => [listed]
    const path = '/api/panel/new-reports/zip?format=csv'
    upstream.file = sending(HALF, { ...chunked, etag: '' })
    expect(await ask(path)).toMatchObject({ status: 200, isWhole: false })
    upstream.file = whole
    expect(await ask(path)).toMatchObject({ status: 200, isWhole: true })
    await expect.poll(async () => (await ask(path)).status).toBe(404)
  })
})
