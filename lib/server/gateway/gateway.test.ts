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
const tokenOf = (who: string) => `eyJ${Buffer.from(who).toString('base64url')}.x.y.z.w`
const whoIs = (cookie: string) => Buffer.from(cookie.slice(3, cookie.indexOf('.')), 'base64url').toString()
const as = (who: string) => ({ cookie: `theme=dark; ${COOKIE}=${tokenOf(who)}` })

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
type Options = {
  readonly proxies?: string
  readonly burst?: number
  readonly answer?: (response: ServerResponse) => void
}

/** A server behind the gateway that holds back every answer until the test releases it. */
async function open({ proxies, burst = 1_000_000, answer = (response) => response.end('ok') }: Options = {}) {
  const trusted = (proxies === undefined ? undefined : readTrustedProxies(proxies)) ?? NO_PROXIES
  let lookups = 0
  const door = createPageGateway({
    trusted,
    panelUrl: 'http://panel.test',
    cookieName: COOKIE,
    findUser: (cookie) => {
      lookups += 1
      const [account = '', user] = whoIs(cookie).split('/')
      return Promise.resolve(user === undefined ? undefined : { account, user })
    },
    rate: { perSecond: 1, burst },
    lateMs: 20,
  })
  const kept: { request: IncomingMessage; give: () => void }[] = []
  const server = createServer((request, response) => {
    void door(request, response, () => kept.push({ request, give: () => answer(response) }))
  }).listen(0, '127.0.0.1')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  // The address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  const ask = (path: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false }, (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => (text += String(chunk)))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      })
      outgoing.on('error', reject).end(body)
    })
  const giveAll = () => {
    for (const { give } of kept.splice(0)) give()
  }
  return { ask, kept, giveAll, lookups: () => lookups }
}

describe('calls', () => {
  it('of one user are worked at eight at a time; some wait, the others are told when to come again', async () => {
    const { ask, kept } = await open()
    const refused: Answer[] = []
    for (let each = 0; each < 100; each += 1) {
      void ask('/api/panel/events', { headers: as('a/ewa') }).then(
        (answer) => refused.push(answer),
        () => undefined,
      )
    }
    await expect.poll(() => refused).toHaveLength(100 - 8 - 48)
    expect(kept).toHaveLength(8)
    const [first] = refused
    expect(first).toMatchObject({ status: 429, headers: { 'retry-after': '2', 'cache-control': 'no-store' } })
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ detail: { code: 'too_many_calls' } })
    // A call of another user is admitted at once.
    void ask('/api/panel/events', { headers: as('b/jan') }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(9)
  })

  it('that are held, files and streams, are counted for themselves', async () => {
    const { ask, kept } = await open()
    const paths = ['/api/v1/krs/changes/stream', '/api/panel/monitors/all', '/api/panel/audit/export?x=1']
    for (const path of [...paths, ...paths, ...paths]) void ask(path, { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(6)
    void ask('/api/v1/usage/summary', { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(7)
    expect(kept.at(-1)?.request.url).toBe('/api/v1/usage/summary')
  })

  it('make room when their caller goes away, waiting or not', async () => {
    const { ask, kept } = await open()
    const call = () => ask('/', { headers: as('a/ewa') }).catch(() => undefined)
    for (let each = 0; each < 9; each += 1) void call()
    await expect.poll(() => kept).toHaveLength(8)
    kept[0]?.request.socket.destroy()
    await expect.poll(() => kept).toHaveLength(9)
  })

  it('have a rate, by user', async () => {
    const { ask, kept, giveAll } = await open({ burst: 3 })
    const answers = Array.from({ length: 5 }, () => ask('/usage', { headers: as('a/ewa') }))
    await expect.poll(() => kept).toHaveLength(3)
    giveAll()
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429)
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['1', '1'])
    void ask('/usage', { headers: as('b/jan') }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(1)
  })

  it('of nobody are counted by address, whatever they claim to be', async () => {
    const { ask, kept } = await open()
    for (let each = 0; each < 40; each += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${each}`, ...as(`guess ${each}`) }
      void ask('/sign-in', { headers }).catch(() => undefined)
    }
    await expect.poll(() => kept).toHaveLength(32)
    void ask('/', { headers: as('a/ewa') }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(33)
  })

  it('with forged cookies are looked up a hundred times and then few', async () => {
    const { ask, lookups } = await open()
    const startedAt = Date.now()
    for (let each = 0; each < 300; each += 1) void ask('/', { headers: as(`forged ${each}`) }).catch(() => undefined)
    await expect.poll(() => lookups()).toBeGreaterThanOrEqual(100)
    await ask('/', { headers: { cookie: `${COOKIE}=nonsense` } })
    expect(lookups()).toBeLessThanOrEqual(101 + (20 * (Date.now() - startedAt)) / 1000)
  })

  it('with a known cookie are looked up once', async () => {
    const { ask, kept, lookups } = await open()
    for (let each = 0; each < 5; each += 1) {
      void ask('/', { headers: as('a/ewa') }).catch(() => undefined)
      await expect.poll(() => kept).toHaveLength(each + 1)
    }
    expect(lookups()).toBe(1)
  })

  it('of a load balancer for the health are none of all this', async () => {
    const { ask, kept, giveAll } = await open({ burst: 1 })
    const answers = Array.from({ length: 50 }, () => ask('/api/health'))
    await expect.poll(() => kept).toHaveLength(50)
    giveAll()
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
  })
})

describe('a page that is refused', () => {
  it.each([
    ['pl-PL', 'Za dużo zapytań naraz'],
    ['en', 'Too many requests at once'],
  ])('says so to who looks, in %s, and asks again by itself', async (language, title) => {
    const { ask } = await open({ burst: 0 })
    const headers = { ...as('a/ewa'), accept: 'text/html,*/*', 'accept-language': language }
    const { status, text, headers: sent } = await ask('/usage', { headers })
    expect([status, sent['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(sent['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain(`<title>${title}</title>`)
    expect(text).toContain(`<meta http-equiv="refresh" content="${sent['retry-after']}">`)
  })

  it('is JSON to the router', async () => {
    const { ask } = await open({ burst: 0 })
    const { headers } = await ask('/usage', { headers: { ...as('a/ewa'), accept: 'text/html', rsc: '1' } })
    expect(headers['content-type']).toBe('application/json')
  })
})

describe('forms', () => {
  const origin = 'http://panel.test'

  it.each([undefined, 'null', 'http://other.test', 'https://panel.test', 'http://panel.test:81'])(
    'of a page at %s are refused',
    async (other) => {
      const { ask, kept } = await open()
      const headers = { 'content-length': '1', ...(other !== undefined && { origin: other }) }
      const { status, text } = await ask('/sign-in', { method: 'POST', headers, body: 'x' })
      expect([status, JSON.parse(text)]).toMatchObject([403, { detail: { code: 'bad_origin' } }])
      expect(kept).toEqual([])
    },
  )

  it.each([
    ['too large', { 'content-length': '64001', origin }, 'x'.repeat(64_001), 413],
    ['of a length that nobody tells', { 'transfer-encoding': 'chunked', origin }, 'x', 411],
  ])('%s are refused before anybody reads them', async (...[, headers, body, status]) => {
    const { ask, kept } = await open()
    expect((await ask('/sign-in', { method: 'POST', headers, body })).status).toBe(status)
    expect(kept).toEqual([])
  })

  it('that are forms go through, and what goes to /api is bounded there', async () => {
    const { ask, kept } = await open()
    const small = { method: 'POST', headers: { 'content-length': '64000', origin }, body: 'x'.repeat(64_000) }
    const large = { method: 'POST', headers: { 'content-length': '64001' }, body: 'x'.repeat(64_001) }
    void ask('/sign-in', small).catch(() => undefined)
    void ask('/api/v1/monitors/bulk', large).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(2)
  })
})

describe('what a proxy says', () => {
  const sent = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'other.test',
    'x-forwarded-port': '443',
    forwarded: 'for=198.51.100.7',
  }
  const heardBy = async (proxies?: string) => {
    const { ask, kept } = await open(proxies === undefined ? {} : { proxies })
    void ask('/', { headers: sent }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(1)
    return Object.keys(kept[0]?.request.headers ?? {}).filter((name) => name in sent)
  }

  it('is dropped when nobody named it', async () => {
    expect(await heardBy()).toEqual([])
    expect(await heardBy('10.0.0.0/8')).toEqual([])
  })

  it('is passed on by one that the operator named', async () => {
    expect(await heardBy('127.0.0.1')).toEqual(Object.keys(sent))
  })

  it.each([
    ['nothing', {}, [undefined, undefined]],
    ['what only a proxy of the operator would say', { 'x-forwarded-proto': 'https' }, [undefined, 'unbelieved']],
    ['what a proxy of the reader says too', { 'x-forwarded-for': '198.51.100.7' }, [undefined, undefined]],
    ['an address of TLS', { 'x-forwarded-proto': 'HTTPS, http' }, ['127.0.0.1', 'https']],
    ['what is no scheme', { 'x-forwarded-proto': 'gopher' }, ['127.0.0.1', undefined]],
  ] as const)('is noted for the sign-in page: %s', async (_, headers, [proxies, way]) => {
    const { ask, kept } = await open(proxies === undefined ? {} : { proxies })
    void ask('/', { headers: { ...headers, 'x-panel-way': 'https' } }).catch(() => undefined)
    await expect.poll(() => kept).toHaveLength(1)
    expect(kept[0]?.request.headers['x-panel-way']).toBe(way)
  })
})

describe('an answer that ends the session', () => {
  const clears = async (cookies: string[], headers = as('a/ewa')) => {
    const { ask, kept, giveAll } = await open({
      answer: (response) => response.setHeader('set-cookie', cookies).end('ok'),
    })
    const answer = ask('/sign-in', { headers })
    await expect.poll(() => kept).toHaveLength(1)
    giveAll()
    return (await answer).headers['clear-site-data']
  }

  it.each([
    [[`${COOKIE}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly`]],
    [['x=1', `${COOKIE}=; Max-Age=0; Path=/`]],
  ])('clears what pages have kept: %j', async (cookies) => {
    expect(await clears(cookies)).toBe('"cache", "storage"')
  })

  it.each([
    [[`${COOKIE}=${tokenOf('a/ewa')}; Path=/; Max-Age=604800`]],
    [[`${COOKIE}-other=; Max-Age=0`]],
    [['theme=; Max-Age=0']],
  ])('and no other does: %j', async (cookies) => {
    expect(await clears(cookies)).toBeUndefined()
  })
})
