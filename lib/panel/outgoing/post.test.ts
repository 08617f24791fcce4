import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startReceiver } from '@/lib/testing/delivery/receiver'
import { makeAuthority, trust } from '@/lib/testing/tls'

import { NO_NETWORKS, readAllowedNetworks } from './allowed-networks'
import { post } from './post'

const loopback = readAllowedNetworks('127.0.0.0/8, hooks.example.test') ?? NO_NETWORKS

describe('a delivery attempt', () => {
  let authority: Awaited<ReturnType<typeof makeAuthority>>
  let distrust: () => void
  beforeAll(async () => {
    authority = await makeAuthority()
    distrust = trust(authority.pem)
  })
  afterAll(() => distrust())

  it('reports which certificate has expired, and when', async () => {
    const names = ['hooks.example.test']
    const notBefore = new Date('2026-01-02T03:04:05Z')
    const notAfter = new Date('2026-02-03T04:05:06Z')
    const receiver = createServer(await authority.issue(names, { notBefore, notAfter }), () => expect.unreachable())
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    // The address of a TCP server is never a pipe name.
    const { port } = receiver.address() as AddressInfo
    const posted = await post({
      url: `https://hooks.example.test:${port}/`,
      headers: {},
      body: '{}',
      allowed: loopback,
      resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    expect(posted).toMatchObject({ status: null, error: 'certificate_expired' })
    expect(posted.reason).toContain('certificate has expired')
    expect(posted.reason).toContain(
      'the certificate of hooks.example.test ("hooks.example.test", issued by "Authority of the tests") is valid from 2026-01-02T03:04:05.000Z until 2026-02-03T04:05:06.000Z',
    )
    receiver.closeAllConnections()
    receiver.close()
  })

  it('reports each address that was tried, and why it failed', async () => {
    const receiver = await startReceiver()
    await receiver.stop()
    const { error, reason } = await post({
      url: `http://hooks.example.test:${receiver.port}/`,
      headers: {},
      body: '{}',
      allowed: loopback,
      resolve: (_host, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    })
    expect(error).toBe('refused')
    expect(reason).toBe(
      `connect ECONNREFUSED 127.0.0.1:${receiver.port}; connect ECONNREFUSED 127.0.0.2:${receiver.port}`,
    )
  })

  it('sends the complete workflow address, and does not repeat its signature', async () => {
    const receiver = await startReceiver()
    receiver.answerWith(({ path }, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${path}; ${path.split('sig=')[1]}`),
    )
    const path =
      '/powerautomate/automations/direct/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=AbC-dEf_gHiJkLmNoPqRsTuVwXyZ0123456789%2B'
    const url = `http://127.0.0.1:${receiver.port}${path}`
    const posted = await post({ url, headers: {}, body: '{}', allowed: loopback })
    expect(receiver.received.map((each) => each.path)).toEqual([path])
    expect(posted.answer).toBe('no …; …')
    await receiver.stop()
  })

  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n'
  it.each([
    ['is huge', `${HEAD}\r\n${'a'.repeat(5_000_000)}`, 'end'],
    ['never ends', `${HEAD}content-length: 10\r\n\r\nabc`, 'keep'],
    ['trickles and never ends', `${HEAD}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'keep'],
    ['is reset', `${HEAD}content-length: 10\r\n\r\nabc`, 'reset'],
    ['is reset at its beginning', `${HEAD}content-length: 10\r\n\r\n`, 'reset'],
    ['is cut off', `${HEAD}content-length: 10\r\n\r\nabc`, 'end'],
    ['is not valid HTTP', `${HEAD}transfer-encoding: chunked\r\n\r\nthis is no chunk\r\n`, 'end'],
  ])('is delivered once status 200 arrives, even if the body %s', async (_, responseText, ending) => {
    const receiver = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        socket.write(responseText, () => {
          // The response head is read before the connection closes.
          if (ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 50)
          if (ending === 'end') socket.end()
        })
      })
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/`
    const posted = await post({ url, headers: {}, body: '{}', allowed: loopback, timeoutMs: 500 })
    expect(posted).toMatchObject({ status: 200, error: null })
    expect(posted.answer?.length ?? 0).toBeLessThanOrEqual(4096)
    receiver.close()
  })
})
