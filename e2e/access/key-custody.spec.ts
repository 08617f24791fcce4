import { request } from 'node:http'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { rounds } from '@/lib/testing/rounds'

import { makeUser } from '../support/accounts'
import type { FaultFor } from '../support/faulty-upstream'
import { endSession, expect } from '../support/fixtures'
import { browserContentOf, leaksIn, storedSecrets } from '../support/leaks'
import { builtPages } from '../support/pages'
import { type Panel, PASSWORD, startPanel } from '../support/panel'
import { type Exchange, type Recorder, recorderOfDirect, startRecorder } from '../support/recording-proxy'
import { remoteTest as base } from '../support/remote-fixtures'

const PANEL_SECRET = 'a-panel-secret-that-must-never-be-seen-by-anyone'
const OWN_KEY = 'an-account-key-that-was-sealed-by-the-operator'

/** Both panels are reached through a proxy that records every answer. */
type Custody = { readonly recorder: Recorder; readonly direct: Panel }
const test = base.extend<object, Custody>({
  direct: [
    async ({ faulty, apiKey, upstream }, provide) => {
      const env = { REGISTERS_API_URL: faulty.url, REGISTERS_API_KEY: apiKey, PANEL_SECRET, LOG_LEVEL: 'trace' }
      const direct = await startPanel(join(upstream.dataDir, 'remote-panel'), env)
      await provide(direct)
      await direct.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  recorder: recorderOfDirect,
  panel: [
    async ({ direct, recorder }, provide) => {
      await makeUser(direct, 'owner@demo.test', { account: 'remote' })
      direct.admin(['account', 'create', 'sealed', '--api-key-stdin'], `${OWN_KEY}\n`)
      await makeUser(direct, 'owner@sealed.test', { account: 'sealed' })
      await provide({ ...direct, url: recorder.url })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const textsOf = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ method, path, status, head, body }) => ({
    where: `${method} ${path} ${status}`,
    text: `${path}\n${head}\n${body}`,
  }))

type Credentials = { readonly email: string; readonly password: string }

async function signInWith(page: Page, url: string, { email, password }: Credentials): Promise<void> {
  const { csrfToken } = (await (await page.request.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const form = { csrfToken, email, password, json: 'true' }
  await page.request.post(`${url}/api/auth/callback/credentials`, { form })
}

/**
 * Answers that repeat the key in every possible place: error and success, text and JSON, headers, whole and in pieces.
 */
const echoes: readonly FaultFor[] = [
  (_, key) => ({ status: 401, body: JSON.stringify({ detail: `bad key ${key}` }) }),
  (_, key) => ({ status: 402, body: JSON.stringify({ detail: { code: 'x', pool: 'rdf', message: key } }) }),
  (_, key) => ({ status: 422, body: JSON.stringify({ detail: [{ loc: ['header', key], msg: key, type: 'x' }] }) }),
  (_, key) => ({ status: 429, body: '{}', headers: { 'retry-after': '1', etag: key, 'x-request-id': key } }),
  (_, key) => ({ status: 500, body: `<h1>${key}</h1>`, type: 'text/html' }),
  (_, key) => ({ status: 503, body: `{"broken": "${key}` }),
  (_, key) => ({ status: 302, body: key, headers: { location: `https://evil.test/?key=${key}` } }),
  (_, key) => ({ status: 200, body: `<h1>${key}</h1>`, type: 'text/html' }),
  (_, key) => ({ status: 200, body: JSON.stringify({ items: [{ id: 'a', label: key }], next: key }) }),
  (_, key) => ({
    status: 200,
    body: JSON.stringify({ items: [{ id: 'a', label: key }], plan: key }),
    headers: { 'content-length': String(JSON.stringify({ items: [{ id: 'a', label: key }], plan: key }).length) },
  }),
  () => 'drop',
]

/** All pages in the long run, otherwise every fourth; the shared parts are checked either way. */
const STEP = rounds({ long: 1, short: 4 })
const samplePages = (first: number) => builtPages.filter((_, index) => (index + first) % STEP === 0)

/** Triggers every refusal of the panel itself. */
async function provokeRefusals(page: Page, url: string): Promise<void> {
  const api = page.request
  const headers = { origin: url, 'content-type': 'application/json' }
  const cap = `${url}/api/v1/usage/api/spend-cap`
  await api.get(`${url}/api/v1/nothing`)
  await api.delete(`${url}/api/v1/usage/summary`, { headers })
  await api.put(cap, { headers, data: Buffer.alloc(1_000_001, 'a') })
  await api.put(cap, { headers: { ...headers, 'content-type': 'text/plain' }, data: 'x' })
  await api.put(cap, { headers, data: '{' })
  await api.put(cap, { headers, data: '{"spend_cap_pln":-1}' })
  await api.put(cap, { headers: { ...headers, origin: 'https://evil.test' }, data: '{}' })
  await api.get(`${url}/api/v1/monitors/00000000-0000-4000-8000-000000000000`)
  await api.get(`${url}/no-such-page`)
  const authPages = [
    'session',
    'providers',
    'csrf',
    'error?error=Configuration',
    'signin',
    'signout',
    'nothing',
    '_log',
  ]
  for (const path of authPages) await api.get(`${url}/api/auth/${path}`)
  await api.post(`${url}/api/auth/callback/credentials`, { data: '{', headers })
  await api.post(`${url}/api/auth/_log`, { data: '{"level":"error","code":"x"}', headers })
  await sendRaw(url, 'TRACE', '/api/v1/usage/summary')
  await sendRaw(url, 'GET', '/api/v1/%ff%fe')
  await sendRaw(url, 'GET', '/api/auth/%00')
}

const sendRaw = (url: string, method: string, path: string) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url)
    const outgoing = request({ hostname, port, method, path }, (answer) => answer.resume().on('close', resolve))
    outgoing.on('error', () => resolve()).end()
  })

test.describe.configure({ timeout: 180_000 })

test('no answer, page, log or error of a panel with a remote service contains a secret', async ({
  page,
  panel,
  direct,
  recorder,
  faulty,
  apiKey,
  expectedErrors,
}) => {
  test.setTimeout(240_000)
  expectedErrors.push(/.*/)
  const pageTexts: { where: string; text: string }[] = []
  const visit = async (label: string, paths = builtPages) => {
    for (const path of paths) {
      await page.goto(`${panel.url}${path}`)
      await page.waitForLoadState('load')
      pageTexts.push({ where: `${label} ${path}`, text: await browserContentOf(page) })
    }
  }
  await provokeRefusals(page, panel.url)
  await signInWith(page, panel.url, { email: 'owner@demo.test', password: 'wrong password' })
  await signInWith(page, panel.url, { email: 'owner@demo.test', password: PASSWORD })
  await page.goto(`${panel.url}/sign-in?error=Configuration&callbackUrl=x`)
  await visit('well')
  await provokeRefusals(page, panel.url)
  const reports = await page.request.get(`${panel.url}/api/v1/reports/daily/index`)
  const [report] = (await reports.json()) as { id: string }[]
  await page.request.get(`${panel.url}/api/v1/reports/download/${report?.id}`)

  // The request that waits for the panel's time-out runs in parallel with the others.
  faulty.fail(({ path }) => (path.startsWith('/v1/usage/breakdown') ? 'hang' : undefined))
  const slow = page.request.get(`${panel.url}/api/v1/usage/breakdown`, { timeout: 60_000 })
  const apiPaths = ['usage/summary', 'monitors?limit=5', 'reports/daily/index', `reports/download/${report?.id}`]
  for (const echo of echoes) {
    faulty.fail((upstreamRequest, key) =>
      upstreamRequest.path.startsWith('/v1/usage/breakdown') ? 'hang' : echo(upstreamRequest, key),
    )
    for (const path of apiPaths) await page.request.get(`${panel.url}/api/v1/${path}`).catch(() => undefined)
    await page.request.get(`${panel.url}/api/panel/connection`)
    await page.request.get(`${panel.url}/monitors`)
    await page.request.get(`${panel.url}/api/health`)
  }
  // The error message of a failed page is the same component everywhere.
  await visit('unreachable', samplePages(0))
  await endSession(page.context())
  await signInWith(page, panel.url, { email: 'owner@sealed.test', password: PASSWORD })
  faulty.fail((upstreamRequest, key) => ({
    status: 200,
    body: JSON.stringify({ plan: key, items: [], asked: upstreamRequest.path }),
  }))
  await visit('sealed', samplePages(1))
  expect((await slow).status()).toBe(504)
  faulty.heal()

  const { exchanges } = recorder
  expect(exchanges.length).toBeGreaterThan(150)
  const statuses = new Set(exchanges.map(({ status }) => status))
  for (const status of [200, 401, 402, 403, 404, 405, 413, 415, 422, 429, 500, 502, 503, 504])
    expect(statuses, String(status)).toContain(status)
  expect(exchanges.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(15)
  // Checks that the service's echoes came through, with the key masked in complete and in streamed answers.
  for (const cover of ['•••', '*'.repeat(apiKey.length)])
    expect(exchanges.filter(({ body }) => body.includes(cover)).length, cover).toBeGreaterThan(1)
  const stored = storedSecrets(direct.dataDir)
  expect(stored.length).toBeGreaterThanOrEqual(5)
  const secrets = [apiKey, OWN_KEY, PANEL_SECRET, PASSWORD, ...stored]
  const log = { where: 'log', text: direct.output() }
  expect(leaksIn([...textsOf(exchanges), ...pageTexts, log], secrets)).toEqual([])
})

test('a created key is shown once and nowhere afterwards', async ({ page, upstream, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  const recorder = await startRecorder(() => upstream.url)
  try {
    await signInWith(page, recorder.url, { email: 'owner@demo.test', password: PASSWORD })
    await page.goto(`${recorder.url}/settings/api`)
    await page.getByRole('button', { name: 'Utwórz klucz' }).first().click()
    await page.getByLabel('Nazwa').fill('e2e pod opieką')
    await page.getByRole('dialog').getByRole('button', { name: 'Utwórz klucz' }).click()
    await page.getByRole('button', { name: 'Gotowe' }).click()
    await page.getByRole('button', { name: 'Zamknij mimo to' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const createCalls = recorder.exchanges.filter(({ method, path }) => method === 'POST' && path === '/api/v1/keys')
    expect(createCalls).toHaveLength(1)
    const { secret } = JSON.parse(createCalls[0]?.body ?? '{}') as { secret: string }
    expect(secret.length).toBeGreaterThan(20)
    await expect(page.getByRole('row', { name: /e2e pod opieką/ })).toBeVisible()
    const pageText = await browserContentOf(page)
    for (const path of ['/settings/api', ...samplePages(2)]) await page.goto(`${recorder.url}${path}`)
    await provokeRefusals(page, recorder.url)
    // The key is used once, so that the service has received it.
    const used = await fetch(`${upstream.apiUrl}/v1/usage/summary`, { headers: { 'x-api-key': secret } })
    expect(used.status).toBe(200)
    const refused = await fetch(`${upstream.apiUrl}/v1/usage/summary`, { headers: { 'x-api-key': `${secret}x` } })
    expect(refused.status).toBe(401)
    const others = recorder.exchanges.filter((exchange) => !createCalls.includes(exchange))
    expect(others.length).toBeGreaterThan(80)
    const texts = [
      ...textsOf(others),
      { where: 'page', text: pageText },
      { where: 'refused', text: await refused.text() },
      { where: 'log', text: upstream.output() },
    ]
    expect(leaksIn(texts, [secret, PASSWORD, ...storedSecrets(upstream.dataDir)])).toEqual([])
  } finally {
    await recorder.stop()
  }
})
