import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { NO_PROXIES, readTrustedProxies } from '@/lib/http/addresses'

vi.mock('server-only', () => ({}))
const { createPageGateway } = await import('./gateway')

const COOKIE = 'next-auth.session-token'
const tokenOf = (user: string) => `eyJ${Buffer.from(user).toString('base64url')}.x.y.z.w`
const userOf = (cookie: string) => Buffer.from(cookie.slice(3, cookie.indexOf('.')), 'base64url').toString()
const as = (user: string) => ({ cookie: `theme=dark; ${COOKIE}=${tokenOf(user)}` })

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
type RequestOptions = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
type Options = {
  readonly proxies?: string
  readonly burst?: number
  readonly answer?: (response: ServerResponse) => void
}

/** A server behind the gateway that holds back every answer until the test releases it. */
async function openGateway({ proxies, burst = 1_000_000, answer = (response) => response.end('ok') }: Options = {}) {
  const trusted = (proxies === undefined ? undefined : readTrustedProxies(proxies)) ?? NO_PROXIES
  let lookups = 0
  const gateway = createPageGateway({
    trusted,
    panelUrl: 'http://panel.test',
    cookieName: COOKIE,
    findUser: (cookie) => {
      lookups += 1
      const [account = '', user] = userOf(cookie).split('/')
      return Promise.resolve(user === undefined ? undefined : { account, user })
    },
    rate: { perSecond: 1, burst },
    lateMs: 20,
  })
  const pending: { request: IncomingMessage; release: () => void }[] = []
  const server = createServer((request, response) => {
    void gateway(request, response, () => pending.push({ request, release: () => answer(response) }))
  }).listen(0, '127.0.0.1')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  // The address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  const send = (path: string, { method = 'GET', headers = {}, body = '' }: RequestOptions = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }, (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => (text += String(chunk)))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      })
      outgoing.on('error', reject).end(body)
    })
  const releaseAll = () => {
    for (const { release } of pending.splice(0)) release()
  }
  return { send, pending, releaseAll, lookups: () => lookups }
}

describe('calls', () => {
  it('of one user run eight at a time; some wait, the others get 429 with Retry-After', async () => {
    const { send, pending } = await openGateway()
    const refused: Answer[] = []
    for (let each = 0; each < 100; each += 1) {
      void send('/api/panel/events', { headers: as('a/ewa') }).then(
        (answer) => refused.push(answer),
        () => undefined,
      )
    }
    await expect.poll(() => refused).toHaveLength(100 - 8 - 48)
    expect(pending).toHaveLength(8)
    const [first] = refused
    expect(first).toMatchObject({ status: 429, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ detail: { code: 'too_many_calls' } })
    // A call of another user is admitted at once.
    void send('/api/panel/events', { headers: as('b/jan') }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(9)
  })

  it('for files and streams are counted separately', async () => {
    const { send, pending } = await openGateway()
    const paths = ['/api/v1/krs/changes/stream', '/api/panel/monitors/all', '/api/panel/audit/export?x=1']
    for (const path of [...paths, ...paths, ...paths]) void send(path, { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(6)
    void send('/api/v1/usage/summary', { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(7)
    expect(pending.at(-1)?.request.url).toBe('/api/v1/usage/summary')
  })

  it('free their slot when the caller disconnects', async () => {
    const { send, pending } = await openGateway()
    const call = () => send('/', { headers: as('a/ewa') }).catch(() => undefined)
    for (let each = 0; each < 9; each += 1) void call()
    await expect.poll(() => pending).toHaveLength(8)
    pending[0]?.request.socket.destroy()
    await expect.poll(() => pending).toHaveLength(9)
  })

  it('have a rate limit per user', async () => {
    const { send, pending, releaseAll } = await openGateway({ burst: 3 })
    const answers = Array.from({ length: 5 }, () => send('/usage', { headers: as('a/ewa') }))
    await expect.poll(() => pending).toHaveLength(3)
    releaseAll()
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429)
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1'])
    void send('/usage', { headers: as('b/jan') }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(1)
  })

  it('without a known session are counted by address, whatever their headers claim', async () => {
    const { send, pending } = await openGateway()
    for (let each = 0; each < 40; each += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${each}`, ...as(`guess ${each}`) }
      void send('/sign-in', { headers }).catch(() => undefined)
    }
    await expect.poll(() => pending).toHaveLength(32)
    void send('/', { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(33)
  })

  it('with forged cookies are looked up a hundred times, then only at a low rate', async () => {
    const { send, lookups } = await openGateway()
    const startedAt = Date.now()
    for (let each = 0; each < 300; each += 1) void send('/', { headers: as(`forged ${each}`) }).catch(() => undefined)
    await expect.poll(() => lookups()).toBeGreaterThanOrEqual(100)
    await send('/', { headers: { cookie: `${COOKIE}=nonsense` } })
    expect(lookups()).toBeLessThanOrEqual(101 + (20 * (Date.now() - startedAt)) / 1000)
  })

  it('with a known cookie are looked up once', async () => {
    const { send, pending, lookups } = await openGateway()
    for (let each = 0; each < 5; each += 1) {
      void send('/', { headers: as('a/ewa') }).catch(() => undefined)
      await expect.poll(() => pending).toHaveLength(each + 1)
    }
    expect(lookups()).toBe(1)
  })

  it('of a health check are never limited', async () => {
    const { send, pending, releaseAll } = await openGateway({ burst: 1 })
    const answers = Array.from({ length: 50 }, () => send('/api/health'))
    await expect.poll(() => pending).toHaveLength(50)
    releaseAll()
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
  })
})

describe('a refused page', () => {
  it.each([
    ['pl-PL', 'Za dużo zapytań naraz'],
    ['en', 'Too many requests at once'],
  ])('shows the reason in %s and reloads by itself', async (language, title) => {
    const { send } = await openGateway({ burst: 0 })
    const headers = { ...as('a/ewa'), accept: 'text/html,*/*', 'accept-language': language }
    const { status, text, headers: sent } = await send('/usage', { headers })
    expect([status, sent['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(sent['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain(`<title>${title}</title>`)
    expect(text).toContain(`<meta http-equiv="refresh" content="${sent['retry-after']}">`)
  })

  it('is JSON for the client-side router', async () => {
    const { send } = await openGateway({ burst: 0 })
    const { headers } = await send('/usage', { headers: { ...as('a/ewa'), accept: 'text/html', rsc: '1' } })
    expect(headers['content-type']).toBe('application/json')
  })
})

describe('forms', () => {
  const origin = 'http://panel.test'

  it.each([undefined, 'null', 'http://other.test', 'https://panel.test', 'http://panel.test:81'])(
    'from a page at %s are refused',
    async (other) => {
      const { send, pending } = await openGateway()
      const headers = { 'content-length': '1', ...(other !== undefined && { origin: other }) }
      const { status, text } = await send('/sign-in', { method: 'POST', headers, body: 'x' })
      expect([status, JSON.parse(text)]).toMatchObject([403, { detail: { code: 'bad_origin' } }])
      expect(pending).toEqual([])
    },
  )

  it.each([
    ['too large', { 'content-length': '64001', origin }, 'x'.repeat(64_001), 413],
    ['without a declared length', { 'transfer-encoding': 'chunked', origin }, 'x', 411],
  ])('%s are refused before they are read', async (...[, headers, body, status]) => {
    const { send, pending } = await openGateway()
    expect((await send('/sign-in', { method: 'POST', headers, body })).status).toBe(status)
    expect(pending).toEqual([])
  })

  it('within the size limit are passed on, and the limit does not apply to /api', async () => {
    const { send, pending } = await openGateway()
    const small = { method: 'POST', headers: { 'content-length': '64000', origin }, body: 'x'.repeat(64_000) }
    const large = { method: 'POST', headers: { 'content-length': '64001' }, body: 'x'.repeat(64_001) }
    void send('/sign-in', small).catch(() => undefined)
    void send('/api/v1/monitors/bulk', large).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(2)
  })
})

describe('headers of a proxy', () => {
  const sent = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'other.test',
    'x-forwarded-port': '443',
    forwarded: 'for=198.51.100.7',
  }
  const headersPassedOn = async (proxies?: string) => {
    const { send, pending } = await openGateway(proxies === undefined ? {} : { proxies })
    void send('/', { headers: sent }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(1)
    return Object.keys(pending[0]?.request.headers ?? {}).filter((name) => name in sent)
  }

  it('are dropped when the proxy is not trusted', async () => {
    expect(await headersPassedOn()).toEqual([])
    expect(await headersPassedOn('10.0.0.0/8')).toEqual([])
  })

  it('are passed on when the operator named the proxy', async () => {
    expect(await headersPassedOn('127.0.0.1')).toEqual(Object.keys(sent))
  })

  it.each([
    ['nothing', {}, [undefined, undefined]],
    ['a header that only the operator’s proxy sends', { 'x-forwarded-proto': 'https' }, [undefined, 'untrusted']],
    ['a header that the user’s proxy may also send', { 'x-forwarded-for': '198.51.100.7' }, [undefined, undefined]],
    ['the scheme https', { 'x-forwarded-proto': 'HTTPS, http' }, ['127.0.0.1', 'https']],
    ['an unknown scheme', { 'x-forwarded-proto': 'gopher' }, ['127.0.0.1', undefined]],
  ] as const)('are summarised for the sign-in page: %s', async (_, headers, [proxies, reachedBy]) => {
    const { send, pending } = await openGateway(proxies === undefined ? {} : { proxies })
    void send('/', { headers: { ...headers, 'x-panel-way': 'https' } }).catch(() => undefined)
    await expect.poll(() => pending).toHaveLength(1)
    expect(pending[0]?.request.headers['x-panel-way']).toBe(reachedBy)
  })
})

it('a request that Next sends with the headers of a form did not come through a proxy', async () => {
  const { send, pending } = await openGateway()
  const ask = (headers: Record<string, string>) => void send('/setup', { headers }).catch(() => undefined)
  const byNext = { 'x-forwarded-host': 'panel.test', 'x-forwarded-proto': 'http' }
  ask({})
  await expect.poll(() => pending).toHaveLength(1)
  ask({ ...byNext, 'x-panel-passed': String(pending[0]?.request.headers['x-panel-passed']) })
  await expect.poll(() => pending).toHaveLength(2)
  ask({ ...byNext, 'x-panel-passed': 'guessed' })
  await expect.poll(() => pending).toHaveLength(3)
  expect(pending.map(({ request }) => request.headers['x-panel-way'])).toEqual([undefined, undefined, 'untrusted'])
})

describe('Clear-Site-Data', () => {
  const clearedDataOf = async (cookies: string[], headers = as('a/ewa')) => {
    const { send, pending, releaseAll } = await openGateway({
      answer: (response) => response.setHeader('set-cookie', cookies).end('ok'),
    })
    const answer = send('/sign-in', { headers })
    await expect.poll(() => pending).toHaveLength(1)
    releaseAll()
    return (await answer).headers['clear-site-data']
  }

  it.each([
    [[`${COOKIE}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly`]],
    [['x=1', `${COOKIE}=; Max-Age=0; Path=/`]],
  ])('is sent when an answer ends the session: %j', async (cookies) => {
    expect(await clearedDataOf(cookies)).toBe('"cache", "storage"')
  })

  it.each([
    [[`${COOKIE}=${tokenOf('a/ewa')}; Path=/; Max-Age=604800`]],
    [[`${COOKIE}-other=; Max-Age=0`]],
    [['theme=; Max-Age=0']],
  ])('is not sent with other cookies: %j', async (cookies) => {
    expect(await clearedDataOf(cookies)).toBeUndefined()
  })
})
