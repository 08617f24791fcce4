import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeOwner, makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

type RawRequest = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
type Answer = { readonly status: number; readonly headers: Record<string, string | string[] | undefined>; text: string }

/** Sends exactly these headers, unlike a browser, and follows no redirect. */
const raw = (url: string, path: string, { method = 'GET', headers = {}, body = '' }: RawRequest = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const outgoing = httpRequest({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk) => (text += String(chunk)))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
    })
    outgoing.on('error', reject).end(body)
  })

const cookieOf = async (context: { cookies(): Promise<{ name: string; value: string }[]> }) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('TRACE is rejected with an empty body', async ({ panel }) => {
  for (const path of ['/', '/sign-in', '/api/v1/usage/summary']) {
    const { status, text } = await raw(panel.url, path, { method: 'TRACE', headers: { cookie: 'a=secret-of-mine' } })
    expect([status, text], path).toEqual([405, ''])
  }
})

test.describe('/api/auth', () => {
  test('has no endpoint that writes client input into the log', async ({ panel }) => {
    const body = JSON.stringify({ level: 'error', code: 'WRITTEN_BY_NOBODY', message: 'x' })
    const headers = { 'content-type': 'application/json' }
    for (const method of ['POST', 'GET']) {
      expect(
        (await raw(panel.url, '/api/auth/_log', { method, headers, ...(method === 'POST' && { body }) })).status,
      ).toBe(404)
    }
    expect(panel.output()).not.toContain('WRITTEN_BY_NOBODY')
  })

  test('rejects a large body', async ({ panel }) => {
    for (const path of ['callback/credentials', 'signout']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = `email=${'x'.repeat(20_000)}`
      const { status, text } = await raw(panel.url, `/api/auth/${path}`, { method: 'POST', headers, body })
      expect([status, JSON.parse(text)], path).toMatchObject([413, { detail: { code: 'payload_too_large' } }])
    }
  })

  test('throttles sign-ins with forged addresses, and logs none of those addresses', async ({
    panel,
    context,
    signIn,
  }) => {
    // Uses its own account, because the attacked user has to wait for minutes afterwards.
    const owner = await makeOwner(panel, 'e2e-doors')
    const attacked = 'attacked@e2e-doors.test'
    await makeUser(panel, attacked, { account: 'e2e-doors' })
    const { csrfToken } = (await (await context.request.get(`${panel.url}/api/auth/csrf`)).json()) as {
      csrfToken: string
    }
    const cookie = await cookieOf(context)
    const outcomes: string[] = []
    for (let each = 0; each < 12; each += 1) {
      const body = new URLSearchParams({ csrfToken, email: attacked, password: 'wrong', json: 'true' })
      const headers = {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': each % 2 === 0 ? `198.51.100.${each}` : `<b>${each}</b>`,
      }
      const { text } = await raw(panel.url, '/api/auth/callback/credentials', {
        method: 'POST',
        headers,
        body: body.toString(),
      })
      outcomes.push(text.includes('too_many_attempts') ? 'wait' : 'wrong')
    }
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'wrong'), 'wait', 'wait'])
    await signIn(owner)
    const log = await context.request.get(`${panel.url}/api/panel/audit`)
    const { items } = (await log.json()) as { items: { address: string | null }[] }
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ address }) => address ?? '127.0.0.1'))).toEqual(new Set(['127.0.0.1']))
  })
})

test('a request whose body never arrives times out', async ({ panel }) => {
  test.skip(process.env['TEST_LONG'] !== 'on', 'It takes half a minute, and a service test covers the same code')
  const { hostname, port } = new URL(panel.url)
  const startedAt = Date.now()
  const response = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      const head = ['POST /api/auth/callback/credentials HTTP/1.1', 'Host: a', 'Content-Length: 1000']
      socket.write(`${head.join('\r\n')}\r\n\r\nemail=`)
    })
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(Date.now() - startedAt).toBeLessThan(45_000)
})

test.describe('a signed-in user', () => {
  test.beforeEach(({ signIn }) => signIn('owner'))

  test('is not redirected to an address that only begins like one of this panel', async ({ context, panel }) => {
    const cookie = await cookieOf(context)
    const host = new URL(panel.url).host
    for (const from of [
      '/.//evil.test',
      '/./\\evil.test',
      '/x/..//evil.test',
      '/%2e//evil.test',
      '//evil.test',
      '/\\evil.test',
    ]) {
      const encodedFrom = encodeURIComponent(from)
      for (const path of [
        `/sign-in?from=${encodedFrom}`,
        `/sign-in?callbackUrl=${encodedFrom}`,
        `/sign-in?callbackUrl=${encodeURIComponent(`http://${host}${from}`)}`,
      ]) {
        const { status, headers } = await raw(panel.url, path, { headers: { cookie } })
        expect([302, 303, 307, 308], path).toContain(status)
        expect(new URL(String(headers['location']), panel.url).host, path).toBe(host)
      }
    }
  })

  test('is not charged for requests from pages of other sites', async ({ context, panel }) => {
    const cookie = await cookieOf(context)
    const sections = '/api/v1/knf/warnings/sections'
    const unitsLeft = async () => {
      const head = await raw(panel.url, sections, { method: 'HEAD', headers: { cookie } })
      return Number(head.headers['x-units-left'])
    }
    const before = await unitsLeft()
    for (const site of ['cross-site', 'same-site']) {
      for (const path of [sections, '/api/v1/krs/changes/stream?limit=10', '/api/panel/audit/export?format=csv']) {
        const answer = await raw(panel.url, path, { headers: { cookie, 'sec-fetch-site': site } })
        expect([answer.status, JSON.parse(answer.text)], path).toMatchObject([403, { detail: { code: 'bad_origin' } }])
      }
    }
    expect(await unitsLeft()).toBe(before)
    for (const site of ['same-origin', 'none']) {
      expect((await raw(panel.url, sections, { headers: { cookie, 'sec-fetch-site': site } })).status).toBe(200)
    }
    expect(await unitsLeft()).toBe(before - 2)
  })

  test('leaves no stored data in the browser when signing out, and returns to the sign-in page', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('left-behind', 'x'))
    const signOutResponse = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: /Menu użytkownika/ }).click()
    await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
    expect((await (await signOutResponse).allHeaders())['clear-site-data']).toBe('"cache", "storage"')
    await expect(page).toHaveURL('/sign-in')
    await expect(page.getByLabel('E-mail')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull()
  })
})

test.describe('over HTTPS', () => {
  test('every answer enforces HTTPS, and cookies are limited to this host', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'panel-https-'))
    cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
    const panel = await startPanel(dataDir, { PANEL_URL: 'https://panel.test', TRUSTED_PROXIES: '127.0.0.1' })
    try {
      await expectHttps(panel)
    } finally {
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

async function expectHttps(panel: Panel): Promise<void> {
  const page = await raw(panel.url, '/sign-in')
  const script = /\/_next\/static\/[\w./~-]+?\.js\b/.exec(page.text)?.[0] ?? ''
  expect(script).not.toBe('')
  expect(String(page.headers['content-security-policy'])).toContain('upgrade-insecure-requests')
  for (const path of [
    '/sign-in',
    script,
    '/api/health',
    '/api/v1/usage/summary',
    '/no-such-page',
    '/api/auth/_log',
    '/',
  ]) {
    const { headers } = await raw(panel.url, path)
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
  }
  const csrf = await raw(panel.url, '/api/auth/csrf')
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string }
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.51.100.7' }
  const body = new URLSearchParams({ csrfToken, email: 'owner@demo.test', password: PASSWORD, json: 'true' }).toString()
  const signedIn = await raw(panel.url, '/api/auth/callback/credentials', {
    method: 'POST',
    headers: { ...formHeaders, cookie: pairsOf(csrf) },
    body,
  })
  const setCookies = [csrf.headers['set-cookie'] ?? [], signedIn.headers['set-cookie'] ?? []].flat()
  expect(setCookies.length).toBeGreaterThanOrEqual(3)
  for (const line of setCookies) {
    expect(line).toMatch(/^__Host-next-auth\.[\w-]+=/)
    expect(line).toMatch(/; Path=\/(?:;|$)/)
    expect(line).toMatch(/; Secure/)
    expect(line).not.toMatch(/domain=/i)
  }
  const session = `${pairsOf(csrf)}; ${pairsOf(signedIn)}`
  const log = await raw(panel.url, '/api/panel/audit', { headers: { cookie: session } })
  const { items } = JSON.parse(log.text) as { items: unknown[] }
  expect(items[0]).toMatchObject({ action: 'session.start', address: '198.51.100.7' })
  const signOutAnswer = await raw(panel.url, '/api/auth/signout', {
    method: 'POST',
    headers: { ...formHeaders, cookie: session },
    body: new URLSearchParams({ csrfToken, json: 'true' }).toString(),
  })
  expect(signOutAnswer.headers['clear-site-data']).toBe('"cache", "storage"')
}

const pairsOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
