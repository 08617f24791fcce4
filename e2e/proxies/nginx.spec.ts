import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium, expect, test } from '@playwright/test'
import Database from 'libsql'

import { rounds } from '@/lib/testing/rounds'

import { openHttp2, signInOver } from '../support/http2'
import { type Nginx, nginxIsMissing, PANEL_HOST, reserveNginx, startNginx } from '../support/nginx'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

test.skip(nginxIsMissing !== undefined, nginxIsMissing)
test.describe.configure({ mode: 'serial' })

const REPORT_BYTES = rounds({ long: 500_000_000, short: 20_000_000 })

let folder = ''
let nginx: Nginx
let panel: Panel
let browser: Browser

// Playwright requires a destructuring pattern even if it is empty.
// eslint-disable-next-line no-empty-pattern
test.beforeAll(async ({}, info) => {
  folder = mkdtempSync(join(tmpdir(), 'panel-nginx-'))
  const dataDir = join(folder, 'data')
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const reserved = await reserveNginx()
  panel = await startPanel(dataDir, {
    PANEL_URL: reserved.panelUrl,
    PUBLIC_API_URL: reserved.apiUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  nginx = await startNginx(join(folder, 'nginx'), reserved, { panels: [panel.url], apis: [panel.apiUrl] })
  const { launchOptions = {} } = info.project.use
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example.com 127.0.0.1']
  browser = await chromium.launch({ ...launchOptions, args })
})

test.afterAll(async () => {
  await browser?.close()
  await nginx?.stop()
  await panel?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a user signs in over HTTP/2 and TLS and opens a page without console errors', async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pl-PL' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${nginx.panelUrl}/usage`)
  await expect(page.getByText(/TRUSTED_PROXIES|Pod tym adresem panel nie działa/)).toHaveCount(0)
  await page.getByLabel('E-mail').fill('owner@demo.test')
  await page.getByLabel('Hasło').fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page).toHaveURL(`${nginx.panelUrl}/usage`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const protocol = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  )
  expect(protocol).toBe('h2')
  const names = (await context.cookies()).map(({ name, secure }) => [name, secure])
  expect(names).toContainEqual(['__Host-next-auth.session-token', true])
  expect(errors).toEqual([])
  await context.close()
})

test('a plain HTTP request is redirected to HTTPS', async () => {
  const [answer] = (await once(
    httpGet({ host: '127.0.0.1', port: nginx.plainPort, path: '/usage?month=1', headers: { host: PANEL_HOST } }),
    'response',
  )) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers.location]).toEqual([301, `https://${PANEL_HOST}/usage?month=1`])
})

// Case C09 of lib/testing/cases/README.md
test('no header of a client disables the content security policy or sets its nonce', async () => {
  const client = openHttp2(nginx.panelUrl)
  const cookie = await signInOver(client, nginx.panelUrl)
  const headerSets = [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-prefetch': '1', purpose: 'prefetch', 'sec-purpose': 'prefetch' },
    { 'next-router-prefetch': '1', purpose: 'prefetch' },
    { 'x-middleware-next': '1', 'x-middleware-rewrite': '/api/health', 'x-middleware-invoke': '1' },
    { 'x-invoke-path': '/api/health', 'x-matched-path': '/api/health', 'x-nextjs-data': '1' },
    { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'other.test', 'x-forwarded-for': '198.51.100.7' },
    { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'", 'x-panel-way': 'http' },
    { 'accept-encoding': 'br, gzip' },
  ]
  const all = Object.assign({}, ...headerSets.slice(0, -1)) as Record<string, string>
  // The last two only begin like a static file.
  const others = ['/sign-in', '/', '/no-such-page', '/icon-of-mine', '/favicon'].map((path) => ({ path, headers: all }))
  for (const { path, headers } of [...headerSets.map((each) => ({ path: '/usage', headers: each })), ...others]) {
    const defaults = { accept: 'text/html', cookie: path === '/sign-in' ? '' : cookie }
    const answer = await client.ask(path, { headers: { ...defaults, ...headers } })
    const label = `${path} with ${Object.keys(headers).join(', ')}`
    expect([200, 404], label).toContain(answer.status)
    const policy = String(answer.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce.length, label).toBeGreaterThan(20)
    expect(policy, label).toContain('upgrade-insecure-requests')
    if (answer.headers['content-encoding'] !== undefined) continue
    const tags = answer.body.toString().match(/<script\b[^>]*>/g) ?? []
    if (String(answer.headers['content-type']).startsWith('text/html')) expect(tags.length, label).toBeGreaterThan(0)
    for (const tag of tags) expect(tag, label).toContain(`nonce="${nonce}"`)
  }
  client.close()
})

test('pages are compressed with gzip and scripts with Brotli', async () => {
  const client = openHttp2(nginx.panelUrl)
  const headers = { 'accept-encoding': 'br, gzip' }
  const page = await client.ask('/sign-in', { headers: { ...headers, accept: 'text/html' } })
  expect(page.headers['content-encoding']).toBe('gzip')
  const plain = await client.ask('/sign-in')
  const script = /\/_next\/static\/[\w./~-]+?\.js\b/.exec(plain.body.toString())?.[0] ?? ''
  const answer = await client.ask(script, { headers })
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br'])
  client.close()
})

/** Replaces a daily report without personal data by a large one. */
async function placeReport(): Promise<{ path: string; sha256: string }> {
  const db = new Database(join(panel.dataDir, 'registers.db'))
  db.exec('pragma busy_timeout = 20000')
  // Safe: these are the columns of the statement.
  const row = db
    .prepare("select id, file from daily_reports where source = 'msig' and format = 'csv' limit 1")
    .get() as {
    id: string
    file: string
  }
  const hash = createHash('sha256')
  const file = createWriteStream(join(panel.dataDir, 'reports', row.file))
  const part = randomBytes(500_000).toString('hex')
  for (let written = 0; written < REPORT_BYTES; written += part.length) {
    hash.update(part)
    if (!file.write(part)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  const sha256 = hash.digest('hex')
  db.prepare('update daily_reports set size_bytes = ?, sha256 = ? where id = ?').run(REPORT_BYTES, sha256, row.id)
  db.close()
  return { path: `/api/v1/reports/download/${row.id}`, sha256 }
}

test(`a report of ${REPORT_BYTES / 1_000_000} MB arrives complete with its length, and can be resumed`, async () => {
  test.setTimeout(300_000)
  const { path, sha256 } = await placeReport()
  const client = openHttp2(nginx.panelUrl)
  const headers = { cookie: await signInOver(client, nginx.panelUrl), 'accept-encoding': 'br, gzip' }
  const fullReport = await client.ask(path, { headers, onlyHash: true })
  expect([fullReport.status, fullReport.sha256, fullReport.bytes]).toEqual([200, sha256, REPORT_BYTES])
  expect(fullReport.headers['content-length']).toBe(String(REPORT_BYTES))
  expect(fullReport.headers['content-encoding']).toBeUndefined()
  expect(fullReport.headers['accept-ranges']).toBe('bytes')
  const from = REPORT_BYTES - 1000
  const range = { range: `bytes=${from}-`, 'if-range': String(fullReport.headers['etag']) }
  const rest = await client.ask(path, { headers: { ...headers, ...range } })
  expect([rest.status, rest.bytes]).toEqual([206, 1000])
  expect(rest.headers['content-range']).toBe(`bytes ${from}-${REPORT_BYTES - 1}/${REPORT_BYTES}`)
  client.close()
})

test('bodies up to the limit of the panel are read, and larger ones are rejected with 413', async () => {
  const client = openHttp2(nginx.panelUrl)
  const cookie = await signInOver(client, nginx.panelUrl)
  const send = (bytes: number) =>
    client.ask('/api/v1/monitors/bulk', {
      headers: { cookie, origin: nginx.panelUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [], padding: 'x'.repeat(bytes) }),
    })
  // A refusal for its content shows that the body was read.
  expect((await send(7_900_000)).status).toBe(422)
  const large = await send(9_000_000)
  expect([large.status, JSON.parse(large.body.toString())]).toMatchObject([
    413,
    { detail: { code: 'payload_too_large' } },
  ])
  client.close()
})

test('a stream arrives part by part', async () => {
  let resolveFirstPart: (value: unknown) => void = () => undefined
  const firstPartArrived = new Promise((resolve) => (resolveFirstPart = resolve))
  const answer = async (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"part":1}\n')
    await firstPartArrived
    response.end('{"part":2}\n')
  }
  const stub = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(stub, 'listening')
  // The address of a TCP server is never a pipe name.
  const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`
  const other = await startNginx(join(folder, 'nginx-of-streams'), await reserveNginx(), { panels: [url], apis: [url] })
  for (const address of [other.panelUrl, other.apiUrl]) {
    const client = openHttp2(address)
    const { body } = await client.ask('/stream', { onPart: resolveFirstPart })
    expect(body.toString()).toBe('{"part":1}\n{"part":2}\n')
    client.close()
  }
  await other.stop()
  stub.close()
})

test('a long poll for events is answered, and the service is reachable at its own address', async () => {
  const client = openHttp2(nginx.panelUrl)
  const cookie = await signInOver(client, nginx.panelUrl)
  const { latest } = JSON.parse(
    (await client.ask('/api/panel/events?limit=1', { headers: { cookie } })).body.toString(),
  ) as {
    latest: number
  }
  const answer = await client.ask(`/api/panel/events/updates?since=${latest}&wait=1`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  client.close()
  const serviceClient = openHttp2(nginx.apiUrl)
  const described = await serviceClient.ask('/openapi.json')
  const { servers } = JSON.parse(described.body.toString()) as { servers: { url: string }[] }
  expect(servers.map(({ url }) => url)).toEqual([nginx.apiUrl])
  const key = panel
    .admin(['key', 'create', '--account', 'demo-pro', '--name', 'nginx', '--address', '198.51.100.7'])
    .trim()
  // This client has the address of a trusted proxy, so its forwarding header is accepted.
  for (const [forwarded, status] of [
    ['198.51.100.7', 200],
    ['203.0.113.7', 403],
  ] as const) {
    const answer = await serviceClient.ask('/v1/usage/summary', {
      headers: { 'x-api-key': key, 'x-forwarded-for': forwarded },
    })
    expect(answer.status, forwarded).toBe(status)
  }
  serviceClient.close()
})

test('nginx logs no warning about its configuration', () => {
  // Log lines caused by the uploads of these tests.
  const expectedLines =
    /.*(?:client intended to send too large body|client request body is buffered to a temporary file).*\n?/g
  expect(nginx.output().replaceAll(expectedLines, '')).toBe('')
})
