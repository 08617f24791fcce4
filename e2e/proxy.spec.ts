import { request as httpRequest } from 'node:http'

import { expect, test } from './support/fixtures'
import type { Panel } from './support/panel'

// These tests cover the server in front of the endpoints; `lib/server/http/proxy.service.test.ts` tests the endpoints.

/** Sends the path byte for byte, because a client that parses URLs normalizes it. */
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

const cookieOf = async (context: { cookies(): Promise<{ name: string; value: string }[]> }) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('a missing or forged session cookie is rejected with 401', async ({ request, panel }) => {
  const forged = { cookie: 'next-auth.session-token=eyJhbGciOiJkaXIifQ..x.y.z' }
  for (const headers of [{}, forged]) {
    const answer = await request.get(`${panel.url}/api/v1/usage/summary`, { headers })
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ detail: { code: 'session_expired' } })
  }
})

test('every answer below /api has a policy that forbids scripts', async ({ context, panel, signIn }) => {
  await signIn('owner')
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
    const answer = await context.request.get(`${panel.url}${path}`, { maxRedirects: 0 })
    expect(answer.status(), path).toBeLessThan(500)
    const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"
    expect(answer.headers()['content-security-policy'], path).toBe(policy)
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff')
  }
})

test('a path with invalid encoding never causes a server error', async ({ context, panel, signIn }) => {
  await signIn('owner')
  const cookie = await cookieOf(context)
  for (const [path, status] of [
    ['/%ff', 404],
    // The page shows that there is no such monitor, as for any unknown id.
    ['/monitors/%ff', 200],
    ['/filters/%E0%A4%A', 404],
    ['/api/v1/monitors/%ff', 404],
    ['/api/panel/%ff', 404],
    ['/api/%', 404],
  ] as const) {
    expect((await raw(panel, path, cookie)).status, path).toBe(status)
  }
})

test('an encoded path never reaches another operation, and an absolute address is rejected with 400', async ({
  context,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const cookie = await cookieOf(context)
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
    expect([308, 404], path).toContain((await raw(panel, path, cookie)).status)
  }
  expect((await raw(panel, 'http://evil.test/api/v1/nothing', cookie)).status).toBe(400)
})

test.describe('static files', () => {
  const get = (panel: Panel, path: string, encoding: string) =>
    fetch(`${panel.url}${path}`, { headers: { 'accept-encoding': encoding } })

  test('are immutable, and have the same content in every encoding', async ({ request, panel }) => {
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

  test('without a hash in their name are revalidated by ETag, and paths outside the folder are not served', async ({
    panel,
  }) => {
    const first = await get(panel, '/data/cpv-pl.json', 'br')
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(first.headers.get('cache-control')).toMatch(/max-age=0.*must-revalidate/)
    expect(await first.json()).toMatchObject({ codes: { 0: '03000000-1' } })
    const headers = { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(`${panel.url}/data/cpv-pl.json`, { headers })).status).toBe(304)
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
