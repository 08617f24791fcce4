import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startProxy, type TestProxy } from '@/lib/testing/delivery/proxy'
import { makeAuthority, trust } from '@/lib/testing/tls'

import { type Guard, resolveFault } from './address-guard'
import { NO_NETWORKS, readAllowedNetworks } from './allowed-networks'
import { outgoingProxyOf, readBypass, readProxyAddress } from './outgoing-proxy'
import { post } from './post'

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

// Case D06 of lib/testing/cases/README.md
describe('deliveries through a proxy', () => {
  let authority: Awaited<ReturnType<typeof makeAuthority>>
  let distrust: () => void
  let receiver: Server
  const received: string[] = []
  let proxy: TestProxy
  beforeAll(async () => {
    authority = await makeAuthority()
    distrust = trust(authority.pem)
    receiver = createServer(await authority.issue(['hooks.example.test']), (request, response) => {
      received.push(`${request.method} ${request.headers.host}${request.url}`)
      response.end('ok')
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
  })
  beforeEach(async () => {
    received.length = 0
    proxy = await startProxy({ user: 'panel', password: 'p@ss: word' })
    proxy.routeTo('hooks.example.test:443', portOf(receiver))
  })
  afterEach(() => proxy.stop())
  afterAll(() => {
    distrust()
    receiver.closeAllConnections()
    receiver.close()
  })

  /** A machine that cannot resolve names, as is usual behind a proxy. */
  const unresolving: NonNullable<Guard['resolve']> = (_host, _options, done) =>
    done(Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }), [])
  const resolving =
    (...addresses: string[]): NonNullable<Guard['resolve']> =>
    (_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const proxyConfig = (url = proxy.url, bypass?: string) =>
    outgoingProxyOf({
      https: readProxyAddress(url),
      http: undefined,
      bypass: bypass === undefined ? undefined : readBypass(bypass),
    })
  const send = (overrides: Partial<Parameters<typeof post>[0]> = {}) =>
    post({
      url: 'https://hooks.example.test/secret-path',
      headers: {},
      body: '{}',
      allowed: NO_NETWORKS,
      proxy: proxyConfig(),
      resolve: unresolving,
      ...overrides,
    })

  it('arrive, with the credentials of the proxy and a check of the receiver’s certificate', async () => {
    expect(await send()).toMatchObject({ status: 200, error: null })
    expect(received).toEqual(['POST hooks.example.test/secret-path'])
    expect(proxy.requestedTargets).toEqual(['CONNECT hooks.example.test:443'])
    proxy.routeTo('other.example.test:443', portOf(receiver))
    expect(await send({ url: 'https://other.example.test/' })).toMatchObject({ status: null, error: 'tls' })
  })

  it('report problems of the proxy as such, without a password', async () => {
    const errorOfSend = async (overrides: Parameters<typeof send>[0] = {}) => {
      const { error, status, reason = '' } = await send(overrides)
      expect(reason).toContain('proxy http://127.0.0.1:')
      expect(reason).not.toMatch(/pass|word|wrong/)
      expect(status).toBeNull()
      return error
    }
    expect(await errorOfSend({ proxy: proxyConfig(proxy.url.replace('p%40ss', 'wrong')) })).toBe('proxy_refused')
    proxy.behave(403)
    expect(await errorOfSend()).toBe('proxy_refused')
    proxy.behave(503)
    expect(await errorOfSend()).toBe('unreachable')
    proxy.behave('cuts')
    expect(await errorOfSend()).toBe('proxy_unreachable')
    proxy.behave('hangs')
    expect(await errorOfSend({ timeoutMs: 100 })).toBe('proxy_unreachable')
    const stoppedProxy = await startProxy()
    await stoppedProxy.stop()
    expect(await errorOfSend({ proxy: proxyConfig(stoppedProxy.url) })).toBe('proxy_unreachable')
    expect(received).toEqual([])
  })

  it('are refused to private networks, by literal address, by name and by resolved address', async () => {
    const refused = { status: null, error: 'private_address' }
    for (const host of [
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[64:ff9b::a00:1]',
      'intranet',
      'db.internal',
      'nas.local',
    ]) {
      expect(await send({ url: `https://${host}/` }), host).toMatchObject(refused)
      if (/[a-z]/.test(host) && !host.startsWith('['))
        expect(
          await resolveFault(new URL(`https://${host}/`), {
            allowed: NO_NETWORKS,
            proxy: proxyConfig(),
            resolve: unresolving,
          }),
        ).toBe('private_address')
    }
    expect(await send({ resolve: resolving('34.1.2.3', '10.0.0.1') })).toMatchObject(refused)
    expect(await send({ url: 'http://hooks.example.test/' })).toMatchObject(refused)
    expect(await send({ url: 'https://localhost/', resolve: resolving('127.0.0.1') })).toMatchObject(refused)
    expect(proxy.requestedTargets).toEqual([])
    expect(await send({ resolve: resolving('34.1.2.3', '64:ff9b::2201:203') })).toMatchObject({ status: 200 })
  })

  it('may use hosts that this machine cannot resolve', async () => {
    const url = new URL('https://hooks.example.test/')
    expect(
      await resolveFault(url, { allowed: NO_NETWORKS, proxy: proxyConfig(), resolve: unresolving }),
    ).toBeUndefined()
    expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: unresolving })).toBe('unknown_host')
  })

  it('connect directly to networks allowed by the operator, and to hosts in NO_PROXY', async () => {
    const port = portOf(receiver)
    const url = `https://hooks.example.test:${port}/`
    const directCases: Parameters<typeof send>[0][] = [
      { allowed: readAllowedNetworks('hooks.example.test')! },
      { allowed: readAllowedNetworks('127.0.0.0/8')! },
      { allowed: readAllowedNetworks('127.0.0.0/8')!, proxy: proxyConfig(proxy.url, 'example.test') },
    ]
    for (const overrides of directCases)
      expect(await send({ url, resolve: resolving('127.0.0.1'), ...overrides })).toMatchObject({ status: 200 })
    expect(proxy.requestedTargets).toEqual([])
  })

  it('report on a timeout without a proxy that no proxy is used', async () => {
    const silent = createHttpServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${portOf(silent)}/`
    const posted = await post({
      url,
      headers: {},
      body: '{}',
      allowed: readAllowedNetworks('127.0.0.1')!,
      timeoutMs: 100,
    })
    expect(posted).toMatchObject({ error: 'timeout', reason: 'no answer within 0.1 s; no proxy is used' })
    silent.closeAllConnections()
    silent.close()
  })
})
