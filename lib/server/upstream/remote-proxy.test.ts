import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { outgoingProxyOf, readProxyAddress } from '@/lib/panel/outgoing/outgoing-proxy'
import { startProxy, type TestProxy } from '@/lib/testing/delivery/proxy'
import { containing } from '@/lib/testing/matchers'
import { makeAuthority, trust } from '@/lib/testing/tls'

vi.mock('server-only', () => ({}))
const { callRemote } = await import('./remote')

let authority: Awaited<ReturnType<typeof makeAuthority>>
let distrust: () => void
let service: Server
let proxy: TestProxy
beforeAll(async () => {
  authority = await makeAuthority()
  distrust = trust(authority.pem)
  service = createServer(await authority.issue(['api.example.test']), (request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify([request.url, request.headers['x-api-key']])),
  )
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
})
beforeEach(async () => {
  proxy = await startProxy({ user: 'panel', password: 'right' })
  proxy.routeTo('api.example.test:443', portOf(service))
})
afterEach(() => proxy.stop())
afterAll(() => {
  distrust()
  service.closeAllConnections()
  service.close()
})

// The address of a TCP server is never a pipe name.
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const proxyOf = (url = proxy.url) =>
  outgoingProxyOf({ https: readProxyAddress(url), http: readProxyAddress(url), bypass: undefined })

/** The answer, and what would be logged about the service. */
async function requestOutcome(url: string, { of = proxyOf(), path = '/v1/filters', timeoutMs = 5000 } = {}) {
  const reasons: Promise<string>[] = []
  const outage = {
    failed: (reason: () => string | Promise<string>) => void reasons.push(Promise.resolve(reason())),
    worked: () => undefined,
  }
  const answer = await callRemote(
    { url, apiKey: 'key', proxy: of, timeoutMs, outage },
    new Request(`http://panel.test${path}`),
  )
  return { status: answer.status, text: await answer.text(), reason: (await Promise.all(reasons))[0] }
}

test('a remote service is called over TLS through the proxy, and only repeatable calls reuse connections', async () => {
  const outgoingProxy = proxyOf()
  expect(await requestOutcome('https://api.example.test', { of: outgoingProxy })).toMatchObject({
    status: 200,
    text: '["/v1/filters","•••"]',
  })
  expect(await requestOutcome('https://api.example.test', { of: outgoingProxy })).toMatchObject({ status: 200 })
  expect(proxy.requestedTargets).toEqual(['CONNECT api.example.test:443'])
  // A paid call has a separate connection.
  expect(
    await requestOutcome('https://api.example.test', { of: outgoingProxy, path: '/v1/record?krs=18' }),
  ).toMatchObject({ status: 200 })
  expect(proxy.requestedTargets).toHaveLength(2)
})

test('without TLS the proxy receives the full address, and the service does not see the proxy password', async () => {
  const received: unknown[] = []
  const plain = createPlainServer(({ headers, url }, response) => {
    received.push(url, headers.host, headers['proxy-authorization'])
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  proxy.routeTo('api.example.test', portOf(plain))
  expect(await requestOutcome('http://api.example.test')).toMatchObject({ status: 200 })
  expect(proxy.requestedTargets).toEqual(['GET http://api.example.test/v1/filters'])
  expect(received).toEqual(['/v1/filters', 'api.example.test', undefined])
  const wrong = await requestOutcome('http://api.example.test', { of: proxyOf(proxy.url.replace('right', 'wrong')) })
  expect(wrong).toMatchObject({ status: 502 })
  expect(wrong.reason).toMatch(/wants other credentials \(407\); through the proxy http:\/\/127/)
  plain.closeAllConnections()
  plain.close()
})

test('an error names the proxy without its password', async () => {
  const wrong = await requestOutcome('https://api.example.test', { of: proxyOf(proxy.url.replace('right', 'wrong')) })
  expect(wrong).toMatchObject({
    status: 502,
    reason: containing(`the proxy ${proxy.urlWithoutCredentials} wants other credentials (407)`),
  })
  expect(JSON.stringify(wrong)).not.toContain('wrong:')
  const stopped = await startProxy()
  await stopped.stop()
  expect((await requestOutcome('https://api.example.test', { of: proxyOf(stopped.url) })).reason).toContain(
    `the proxy ${stopped.urlWithoutCredentials} cannot be reached: ECONNREFUSED`,
  )
})

test('an expired certificate of the service is reported with its expiry', async () => {
  const notBefore = new Date('2026-01-02T03:04:05Z')
  const notAfter = new Date('2026-02-03T04:05:06Z')
  const expired = createServer(await authority.issue(['old.example.test'], { notBefore, notAfter })).listen(
    0,
    '127.0.0.1',
  )
  await once(expired, 'listening')
  proxy.routeTo('old.example.test:443', portOf(expired))
  const outcome = await requestOutcome('https://old.example.test')
  expect(outcome.status).toBe(502)
  expect(outcome.reason).toMatch(/certificate has expired.*old\.example\.test.*until 2026-02-03T04:05:06\.000Z/)
  expired.close()
})

test('a timeout of the service is reported with the route that was used', async () => {
  const silent = createPlainServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const outcome = await requestOutcome(`http://127.0.0.1:${portOf(silent)}`, { timeoutMs: 100 })
  expect(outcome).toMatchObject({ status: 504, reason: 'no answer within 0.1 s; no proxy is used' })
  silent.closeAllConnections()
  silent.close()
})
