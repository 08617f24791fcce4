import { afterAll, describe, expect, it, vi } from 'vitest'

import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { isForeignPage, isOwnOrigin } = await import('./origin')

afterAll(() => setTestRuntime({}))

const isOwn = (origin: string | null, host: string | null, panelUrl?: string) => {
  setTestRuntime({ env: panelUrl === undefined ? {} : { panelUrl } })
  const headers = { ...(origin !== null && { origin }), ...(host !== null && { host }) }
  return isOwnOrigin(new Request('http://127.0.0.1:3000/api/v1/filters', { method: 'POST', headers }))
}

describe('without PANEL_URL a write is accepted from the requested host', () => {
  it.each([
    ['http://panel.test', 'panel.test'],
    // A proxy in front of the panel may terminate TLS.
    ['https://panel.test', 'panel.test'],
    ['http://panel.test:3000', 'panel.test:3000'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('%s at %s', (origin, host) => {
    expect(isOwn(origin, host)).toBe(true)
  })

  it.each([
    [null, 'panel.test', 'no browser'],
    ['', 'panel.test', 'nothing'],
    ['null', 'panel.test', 'a sandboxed frame or a file'],
    ['panel.test', 'panel.test', 'a host instead of an origin'],
    ['http://other.test', 'panel.test', 'another host'],
    ['http://sub.panel.test', 'panel.test', 'a subdomain'],
    ['http://panel.test.other.test', 'panel.test', 'a host that begins with this one'],
    ['http://otherpanel.test', 'panel.test', 'a host with the same ending'],
    ['http://panel.test:3001', 'panel.test:3000', 'another port'],
    ['http://panel.test', 'panel.test:3000', 'a port that is not named'],
    ['http://panel.test@other.test', 'panel.test', 'a user of another host'],
    ['http://other.test@panel.test', 'panel.test', 'a user of this host, which browsers never send'],
    ['HTTP://PANEL.TEST', 'panel.test', 'capitals, which browsers never send'],
    ['http://panel.test.', 'panel.test', 'a trailing dot'],
    ['http://panel.test/usage', 'panel.test', 'a path'],
    ['http://other.test#panel.test', 'panel.test', 'a fragment'],
    ['http://panel.test', null, 'no host is given'],
    ['file://', 'panel.test', 'a file has no host'],
  ])('%s at %s is refused: %s', (origin, host, _why) => {
    expect(isOwn(origin, host)).toBe(false)
  })
})

describe('with PANEL_URL a write is accepted from that origin only, whatever host was requested', () => {
  const PANEL = 'https://panel.test'
  it.each(['panel.test', 'internal:3000', null])('at %s', (host) => {
    expect(isOwn(PANEL, host, PANEL)).toBe(true)
  })

  it.each([null, 'http://panel.test', 'https://panel.test:8443', 'https://panel.test/', 'https://other.test', 'null'])(
    '%s is refused',
    (origin) => {
      // The Host header agrees here, but a proxy may pass on whatever a client sends.
      expect(isOwn(origin, origin === null ? 'panel.test' : origin.replace(/^\w+:\/\//, ''), PANEL)).toBe(false)
    },
  )
})

describe('a page of another site', () => {
  const isForeignRequest = (headers: Record<string, string>, panelUrl?: string) => {
    setTestRuntime({ env: panelUrl === undefined ? {} : { panelUrl } })
    return isForeignPage(
      new Request('http://127.0.0.1:3000/api/v1/krs', { headers: { host: 'panel.test', ...headers } }),
    )
  }

  it.each([
    ['cross-site', true],
    ['same-site', true],
    ['anything', true],
    ['same-origin', false],
    ['none', false],
  ])('is recognised by Sec-Fetch-Site: %s', (site, isForeign) => {
    expect(isForeignRequest({ 'sec-fetch-site': site })).toBe(isForeign)
    // Other headers do not change the result.
    expect(
      isForeignRequest({ 'sec-fetch-site': site, referer: 'http://panel.test/', origin: 'http://panel.test' }),
    ).toBe(isForeign)
  })

  it.each([
    [{}, false],
    [{ referer: 'http://panel.test/usage' }, false],
    [{ referer: 'https://other.test/' }, true],
    [{ referer: 'https://panel.test.other.test/' }, true],
    [{ referer: 'nonsense' }, false],
  ])('is recognised by its referrer when Sec-Fetch-Site is missing: %j', (headers, isForeign) => {
    expect(isForeignRequest(headers)).toBe(isForeign)
  })

  it('is recognised by PANEL_URL, not by the requested host', () => {
    expect(isForeignRequest({ referer: 'https://panel.test/usage' }, 'https://panel.test')).toBe(false)
    expect(isForeignRequest({ referer: 'http://panel.test/usage' }, 'https://panel.test')).toBe(true)
  })
})
