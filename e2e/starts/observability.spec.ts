import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '../support/fixtures'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

const TOKEN = 'the-token-of-the-metrics-collector'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('metrics are unavailable until METRICS_TOKEN is set', async ({ panel, request }) => {
  const answer = await request.get(`${panel.url}/metrics`, { headers: bearer(TOKEN) })
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('METRICS_TOKEN is not set')
})

test.describe('a panel with metrics, behind TLS, with a collector that never answers', () => {
  let dataDir: string
  let collector: Server
  let collectorRequests = 0
  let watched: Panel
  test.beforeAll(async () => {
    collector = createServer(() => {
      collectorRequests += 1
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    dataDir = mkdtempSync(join(tmpdir(), 'panel-watched-'))
    cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
    watched = await startPanel(dataDir, {
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=nobody',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'info',
    })
  })
  test.afterAll(async () => {
    await watched.stop()
    collector.closeAllConnections()
    collector.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const lines = () =>
    watched
      .output()
      .split('\n')
      .filter((line) => line !== '')
  const messages = () => lines().map((line) => (JSON.parse(line) as { msg: string }).msg)
  const scrape = async () => (await fetch(`${watched.url}/metrics`, { headers: bearer(TOKEN) })).text()

  test('returns metrics with the token, and 401 with a message without it', async () => {
    for (const headers of [{}, bearer('a-wrong-token-of-32-characters-or-more'), { authorization: TOKEN }]) {
      const refused = await fetch(`${watched.url}/metrics`, { headers })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
      expect(await refused.text()).toContain('METRICS_TOKEN')
    }
    expect(messages().filter((msg) => msg === 'metrics were requested without the right METRICS_TOKEN')).toHaveLength(1)
    expect((await fetch(`${watched.url}/metrics`, { method: 'POST', headers: bearer(TOKEN) })).status).toBe(405)
    const text = await scrape()
    for (const metric of ['registers_units_total{pool="lookups"', 'registers_queue_waiting{queue="mails"} ']) {
      expect(text).toContain(metric)
    }
    expect(text).toMatch(/^registers_build_info\{version="\d+\.\d+\.\d+",engine="sqlite",schema="0\d\d-/m)
    await expect.poll(scrape).toMatch(/^registers_job_last_success_timestamp_seconds\{job_name="deliveries"\} \d+/m)
  })

  test('counts pages and operations by name, and logs JSON with the id of each request', async ({ browser }) => {
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-proto': 'https' } })
    const page = await context.newPage()
    await page.goto(`${watched.url}/sign-in`)
    await page.getByLabel('E-mail').fill('viewer@demo.test')
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL(`${watched.url}/`)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const headers = { 'x-request-id': 'the-request-of-this-test' }
    const refused = await context.request.get(`${watched.url}/api/panel/audit`, { headers })
    expect(refused.status()).toBe(403)
    expect(refused.headers()['x-request-id']).toBe('the-request-of-this-test')
    await expect
      .poll(() => lines().filter((line) => line.includes('"requestId":"the-request-of-this-test"')))
      .not.toEqual([])
    const unauthorized = await fetch(`${watched.apiUrl}/v1/usage/summary`, {
      headers: { ...headers, 'x-api-key': 'nobodys' },
    })
    expect(unauthorized.headers.get('x-request-id')).toBe('the-request-of-this-test')
    const text = await scrape()
    expect(text).toMatch(/^registers_http_requests_total\{door="page",route="\/sign-in",status="200"\} \d/m)
    expect(text).toMatch(/^registers_http_requests_total\{door="panel",route="audit\.\w+",status="403"\} 1$/m)
    expect(text).toMatch(/^registers_http_requests_total\{door="service",route="usage\.summary",status="401"\} 1$/m)
    expect(text).toMatch(/^registers_http_requests_total\{door="embedded",route="usage\.summary",status="200"\} \d/m)
    // A line that is not JSON would throw here, including Next's own lines.
    expect(messages()).not.toContain('failed to get redirect response')
    await context.close()
  })

  test('is not blocked by the collector, logs the failure once, and stops in time', async () => {
    await expect.poll(() => collectorRequests).toBeGreaterThan(0)
    const exportErrors = () => messages().filter((msg) => msg.startsWith('traces cannot be sent'))
    await expect.poll(exportErrors).toHaveLength(1)
    expect((await fetch(`${watched.url}/api/health`)).status).toBe(200)
    expect(watched.admin(['status'])).toMatch(/^Version .*schema 0/)
    const startedAt = performance.now()
    await watched.stop()
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(exportErrors()).toHaveLength(1)
    const [first] = messages()
    expect(first).toBe('starting')
    for (const msg of ['the store is open', 'listening', 'stopping']) expect(messages()).toContain(msg)
    expect(messages().at(-1)).toBe('stopped')
  })
})
