import { request as httpRequest } from 'node:http'

import type { APIRequestContext } from '@playwright/test'

import { expect, test } from './support/fixtures'
import { maskOf, storedPersons } from './support/leaks'
import type { Panel } from './support/panel'
import { sessionOf } from './support/reviewed-rows'

const SUMMARY = '/api/v1/usage/summary'
const CAP = '/api/v1/usage/api/spend-cap'

const codeOf = async (answer: { json(): Promise<unknown> }) =>
  ((await answer.json()) as { detail: { code?: string } }).detail.code

/** A write as the panel's own pages make it, by default. */
const put = (
  request: APIRequestContext,
  panel: Panel,
  rest: { headers?: Record<string, string>; data?: string | Buffer },
) =>
  request.put(`${panel.url}${CAP}`, {
    data: rest.data ?? '{"spend_cap_pln":500}',
    headers: { origin: panel.url, 'content-type': 'application/json', ...rest.headers },
  })

/** Sends the path unchanged, which clients that parse URLs do not. */
function raw(panel: Panel, path: string, cookie = ''): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(panel.url)
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, path, headers: { cookie } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => (body += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    outgoing.on('error', reject).end()
  })
}

test('without a session there is nothing', async ({ request, panel }) => {
  const answer = await request.get(`${panel.url}${SUMMARY}`)
  expect(answer.status()).toBe(401)
  expect(await codeOf(answer)).toBe('session_expired')
  const forged = { cookie: 'next-auth.session-token=eyJhbGciOiJkaXIifQ..x.y.z' }
  expect((await request.get(`${panel.url}${SUMMARY}`, { headers: forged })).status()).toBe(401)
})

test.describe('with a session', () => {
  test.beforeEach(({ signIn }) => signIn('owner'))

  test('answers are never cached and carry a request id', async ({ context, panel }) => {
    const answer = await context.request.get(`${panel.url}${SUMMARY}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control']).toBe('no-store')
    expect(answer.headers()['x-request-id']).toMatch(/^[\w-]{8,64}$/)
    expect(answer.headers()['x-content-type-options']).toBe('nosniff')
    expect(answer.headers()['set-cookie']).toBeUndefined()
  })

  for (const path of [
    '/api/v1/usage/summary',
    '/api/v1/nothing',
    '/api/v1/monitors/%ff',
    '/api/panel/views?page=monitors',
    '/api/panel/nothing',
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/auth/nothing',
    '/api/connection',
    '/api/health',
    '/api/unsubscribe?token=nobody',
    '/api/nothing',
  ]) {
    test(`nothing of ${path} could run in a browser`, async ({ context, panel }) => {
      const answer = await context.request.get(`${panel.url}${path}`, { maxRedirects: 0 })
      expect(answer.status()).toBeLessThan(500)
      expect(answer.headers()['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
      expect(answer.headers()['x-content-type-options']).toBe('nosniff')
    })
  }

  for (const [path, status] of [
    ['/%ff', 404],
    // The page says that there is no such monitor, as for any unknown id.
    ['/monitors/%ff', 200],
    ['/filters/%E0%A4%A', 404],
    ['/api/v1/monitors/%ff', 404],
    ['/api/panel/%ff', 404],
    ['/api/%', 404],
  ] as const) {
    test(`${path}, which is no text, leads to nobody`, async ({ context, panel }) => {
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      expect((await raw(panel, path, cookie)).status).toBe(status)
    })
  }

  test('HEAD is GET without a body, and what a call cost comes along', async ({ request, panel }) => {
    // A separate account, whose pool other tests do not use up.
    const headers = { cookie: await sessionOf(panel, 'owner@demo-enterprise.test') }
    const head = await request.head(`${panel.url}${SUMMARY}`, { headers })
    expect([head.status(), head.headers()['content-type'], (await head.body()).length]).toEqual([
      200,
      'application/json',
      0,
    ])
    const sections = `${panel.url}/api/v1/knf/warnings/sections`
    const free = await request.head(sections, { headers })
    const paid = await request.get(sections, { headers })
    const unitsOf = (answer: typeof head) =>
      ['x-units-charged', 'x-units-left'].map((name) => Number(answer.headers()[name]))
    expect([free.status(), paid.status()]).toEqual([200, 200])
    expect(unitsOf(paid)).toEqual([1, (unitsOf(free)[1] ?? 0) - 1])
    expect(unitsOf(free)[0]).toBe(0)
    const stream = await request.get(`${panel.url}/api/v1/krs/changes/stream?limit=11`, {
      headers: { ...headers, accept: 'application/x-ndjson; end=1' },
    })
    const lines = (await stream.text()).trimEnd().split('\n')
    const { _end: end } = JSON.parse(lines.at(-1) ?? '') as { _end: { cursor: string } }
    expect(end).toMatchObject({ reason: 'limit', returned: 11, units: 2 })
    const next = await request.get(`${panel.url}/api/v1/krs/changes/stream?limit=1&cursor=${end.cursor}`, { headers })
    expect(lines.slice(0, -1)).not.toContain((await next.text()).trimEnd())
  })

  test('only what the contract has exists', async ({ context, panel }) => {
    const unknown = await context.request.get(`${panel.url}/api/v1/nothing`)
    expect(unknown.status()).toBe(404)
    expect(await codeOf(unknown)).toBe('not_found')
    const wrong = await context.request.delete(`${panel.url}${SUMMARY}`, { headers: { origin: panel.url } })
    expect(wrong.status()).toBe(405)
    expect(wrong.headers()['allow']).toBe('GET, HEAD')
    expect(await codeOf(wrong)).toBe('method_not_allowed')
  })

  for (const path of [
    '/api/v1/monitors/..%2fusage%2fsummary',
    '/api/v1/monitors/%2e%2e',
    '/api/v1/monitors/%2e%2e%2fkeys',
    '/api/v1/monitors%2fbulk',
    '/api/v1/monitors/a%5cb',
    '/api/v1/monitors/%252e%252e%252fkeys',
    '/api/v1/reports/download/x%00',
    '/api/v1/reports/download/..%5c..%5cpanel-secret',
    '/api/v1/https:/evil.test/',
    '/api/v1/usage/summary%3fx',
  ]) {
    test(`${path} leads nowhere`, async ({ context, panel }) => {
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      const answer = await raw(panel, path, cookie)
      expect([308, 404]).toContain(answer.status)
    })
  }

  test('an absolute address as request target stays here', async ({ context, panel }) => {
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await raw(panel, 'http://evil.test/api/v1/nothing', cookie)
    expect(answer.status).toBe(400)
  })

  test('writes have to come from the panel', async ({ context, panel }) => {
    for (const origin of ['http://evil.test', 'null', `${panel.url}.evil.test`]) {
      const answer = await put(context.request, panel, { headers: { origin } })
      expect(answer.status(), origin).toBe(403)
      expect(await codeOf(answer)).toBe('bad_origin')
    }
    expect((await put(context.request, panel, {})).status()).toBe(200)
  })

  test('bodies are bounded, typed and read', async ({ context, panel }) => {
    const large = await put(context.request, panel, { data: Buffer.alloc(1_000_001, 'a') })
    expect(large.status()).toBe(413)
    expect(await codeOf(large)).toBe('payload_too_large')
    const text = await put(context.request, panel, { headers: { 'content-type': 'text/plain' } })
    expect(text.status()).toBe(415)
    const broken = await put(context.request, panel, { data: Buffer.from('{') })
    expect(broken.status()).toBe(422)
    expect(await broken.json()).toMatchObject({ detail: [{ loc: ['body'], type: 'json_invalid' }] })
    const windows1250 = Buffer.from([...Buffer.from('{"x":"'), 0xb3, ...Buffer.from('"}')])
    const foreign = await put(context.request, panel, { data: windows1250 })
    expect(foreign.status()).toBe(422)
    expect(await foreign.json()).toMatchObject({ detail: [{ ctx: { error: 'The body is not UTF-8' } }] })
    const wrong = await put(context.request, panel, { data: '{"spend_cap_pln":-1}' })
    expect(await wrong.json()).toMatchObject({ detail: [{ loc: ['body', 'spend_cap_pln'] }] })
  })
})

test('roles bind', async ({ context, panel, signIn }) => {
  await signIn('viewer')
  const denied = await put(context.request, panel, {})
  expect(denied.status()).toBe(403)
  expect(await denied.json()).toMatchObject({ detail: { code: 'role_required', roles: ['owner'] } })
  expect((await context.request.get(`${panel.url}/api/panel/connection`)).status()).toBe(403)
})

test('nobody gets a PESEL in a list, and a viewer may not look for one', async ({ context, panel, signIn }) => {
  const list = `${panel.url}/api/v1/monitors?identifier_type=pesel&limit=5`
  const values = async () => {
    const { items } = (await (await context.request.get(list)).json()) as { items: { identifier_value: string }[] }
    return items.map((item) => item.identifier_value)
  }
  await signIn('owner')
  const clear = storedPersons(panel.dataDir).slice(0, 5)
  expect(clear.length).toBeGreaterThan(0)
  expect(await values()).toEqual(clear.map(maskOf))
  await context.clearCookies()
  await signIn('viewer')
  const masked = await values()
  expect(masked).toHaveLength(clear.length)
  const [known = ''] = clear
  const spaced = known.replaceAll(/\d/g, '$& ')
  for (const q of [known, spaced, `x${known}`, '44051401359']) {
    const guess = await context.request.get(`${panel.url}/api/v1/monitors?q=${encodeURIComponent(q)}`)
    expect([guess.status(), await guess.json()], q).toMatchObject([403, { detail: { code: 'role_required' } }])
  }
  for (const value of masked) expect(value).not.toMatch(/\d{5}/)
})

test('health says what runs', async ({ request, panel }) => {
  const answer = await request.get(`${panel.url}/api/health`)
  expect(await answer.json()).toEqual({ status: 'ok', upstream: 'embedded', storage: 'sqlite' })
})

test.describe('static files', () => {
  const get = (panel: Panel, path: string, encoding: string) =>
    fetch(`${panel.url}${path}`, { headers: { 'accept-encoding': encoding } })

  test('are kept for good, and are the same bytes however they are compressed', async ({ request, panel }) => {
    const page = await (await request.get(`${panel.url}/sign-in`)).text()
    const paths = [...new Set(page.match(/\/_next\/static\/[\w./~-]+?\.(?:js|css)\b/g))]
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) {
      const plain = await get(panel, path, 'identity')
      const bytes = await plain.text()
      for (const encoding of ['br', 'gzip']) {
        const packed = await get(panel, path, encoding)
        expect(packed.headers.get('cache-control'), path).toContain('immutable')
        expect(packed.headers.get('vary'), path).toContain('Accept-Encoding')
        expect(packed.headers.get('x-content-type-options'), path).toBe('nosniff')
        expect(packed.headers.get('content-type'), path).toBe(plain.headers.get('content-type'))
        if (bytes.length >= 512) expect(packed.headers.get('content-encoding'), path).toBe(encoding)
        expect((await packed.text()) === bytes, path).toBe(true)
      }
    }
  })

  test('that keep their name are asked for again, and not sent again while they are the same', async ({ panel }) => {
    const first = await get(panel, '/data/cpv-pl.json', 'br')
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(first.headers.get('cache-control')).toMatch(/max-age=0.*must-revalidate/)
    expect(await first.json()).toMatchObject({ codes: { 0: '03000000-1' } })
    const headers = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(`${panel.url}/data/cpv-pl.json`, { headers })).status).toBe(304)
  })

  test('end where the folder ends', async ({ panel }) => {
    for (const path of [
      '/data/../BUILD_ID',
      '/data/..%2fBUILD_ID',
      '/_next/static/../BUILD_ID',
      '/_next/static/..%2fBUILD_ID',
      '/_next/static/%2e%2e/BUILD_ID',
      '/_next/static/',
    ])
      expect((await raw(panel, path)).status, path).toBeGreaterThanOrEqual(300)
  })
})
