import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { gate } from '@/lib/testing/gate'
import { anyText } from '@/lib/testing/matchers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { listenHttp } from './http-server'

const CAP = '/v1/usage/api/spend-cap'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe.each(sqliteOnly)('the public HTTP server on %s', (engine) => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
    key = (await service.createAccount()).apiKey
  })
  afterAll(() => service.stop())

  const putSpendCap = (body: unknown, headers?: Record<string, string>) =>
    service.request(key, 'PUT', CAP, body, headers)

  it('answers 404 for endpoints of the panel', async () => {
    const unknown = await service.request(key, 'GET', '/v1/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toEqual({ detail: { code: 'not_found', message: anyText } })
    const hidden = await service.request(key, 'GET', '/v1/keys')
    expect(hidden.status).toBe(404)
    expect(hidden.body).toEqual(unknown.body)
    expect((await service.request(key, 'POST', '/v1/keys', { name: 'x' })).status).toBe(404)
  })

  it('reveals no endpoint without a valid key', async () => {
    for (const apiKey of [null, 'wrong']) {
      const answers = await Promise.all(
        [
          ['GET', '/v1/keys'],
          ['GET', '/v1/nothing'],
          ['POST', '/v1/updates'],
          ['DELETE', '/v1/updates'],
          ['GET', '/v1/updates'],
        ].map(([method = '', path = '']) => service.request(apiKey, method, path)),
      )
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    }
    expect((await service.request(null, 'GET', '/elsewhere')).status).toBe(404)
  })

  it.each([
    ['lists', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000)],
    ['unclosed lists', '{"spend_cap_pln":['.repeat(10_000)],
    ['sealed values', `{"spend_cap_pln":${'['.repeat(100_000)}"sealed:x"${']'.repeat(100_000)}}`],
  ])('refuses deeply nested %s', async (_what, body) => {
    for (const [method, path] of [
      ['PUT', CAP],
      ['POST', '/v1/monitors/bulk'],
      ['POST', '/v1/filters'],
      ['POST', '/v1/records'],
    ] as const) {
      const answer = await service.request<{ detail: { type: string }[] }>(key, method, path, body)
      expect([answer.status, answer.body.detail[0]?.type], path).toEqual([422, 'json_invalid'])
    }
  })

  it.each([
    '/v1/monitors/%ff',
    '/v1/monitors/%',
    '/v1/filters/%E0%A4%A',
    '/v1/reports/download/%00',
    '/%ff',
    '/v1/%ff',
  ])('answers 404 or 422 for %s, which is not valid text', async (path) => {
    const status = await new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(service.url)
      const outgoing = httpRequest({ hostname, port, path, headers: { 'x-api-key': key } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      outgoing.on('error', reject).end()
    })
    expect([404, 422]).toContain(status)
  })

  it('reads bodies in UTF-8 only, and does not quote what it cannot read', async () => {
    const windows1250 = Buffer.concat([Buffer.from('{"x": "'), Buffer.from([0xb3]), Buffer.from('"}')])
    const answer = await fetch(`${service.url}${CAP}`, {
      method: 'PUT',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: windows1250,
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      detail: [
        { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid', ctx: { error: 'The body is not UTF-8' } },
      ],
    })
    for (const text of [
      'x90011512346',
      '{"name":"n","content":{"pesel":[x90011512346]}}',
      '[90011512346',
      '"90011512346',
    ]) {
      const broken = await putSpendCap(text)
      expect(broken.status).toBe(422)
      expect(JSON.stringify(broken.body)).not.toContain('900')
    }
  })

  it('lists the methods of a path', async () => {
    const answer = await service.request(key, 'DELETE', CAP)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('PUT')
    expect(answer.body).toEqual({ detail: { code: 'method_not_allowed', message: anyText } })
    const head = await fetch(`${service.url}/v1/usage/summary`, { method: 'HEAD', headers: { 'x-api-key': key } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await service.request(key, 'POST', '/v1/usage/summary')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    // The path must not be read as the deletion of a monitor with id "bulk".
    const bulk = await service.request(key, 'DELETE', '/v1/monitors/bulk')
    expect([bulk.status, bulk.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('serves its description to GET and HEAD only', async () => {
    for (const method of ['POST', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await service.request(key, method, '/openapi.json')
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(answer.body).toEqual({ detail: { code: 'method_not_allowed', message: anyText } })
      expect(answer.headers.get('x-request-id')).toMatch(UUID)
    }
    const head = await fetch(`${service.url}/openapi.json`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('refuses a body that is too large', async () => {
    const answer = await putSpendCap(`{"spend_cap_pln": 1, "x": "${'x'.repeat(1_000_000)}"}`)
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual({ detail: { code: 'payload_too_large', message: anyText, limit: 1_000_000 } })
  })

  it('refuses a body that is not JSON by its content type', async () => {
    const answer = await putSpendCap('spend_cap_pln=1', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.status).toBe(415)
    expect(answer.body).toEqual({ detail: { code: 'unsupported_media_type', message: anyText } })
    expect((await putSpendCap('{}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
  })

  it('reports an invalid body exactly as interface 2.13 does', async () => {
    expect(await putSpendCap({ spend_cap_pln: 1001 })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'spend_cap_pln'],
            msg: 'Input should be less than or equal to 1000',
            type: 'less_than_equal',
            input: 1001,
            ctx: { le: 1000 },
          },
        ],
      },
    })
    expect((await putSpendCap('{"spend_cap_pln": ')).body).toMatchObject({
      detail: [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid', ctx: { error: anyText } }],
    })
    expect((await putSpendCap('', { 'content-type': 'application/json' })).body).toMatchObject({
      detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }],
    })
    expect((await putSpendCap('[]')).body).toMatchObject({ detail: [{ loc: ['body'], type: 'dict_type' }] })
    expect((await putSpendCap({ spend_cap_pln: 1.5 })).body).toMatchObject({
      detail: [{ loc: ['body', 'spend_cap_pln'], type: 'int_from_float', input: 1.5 }],
    })
  })

  it('reports an invalid query without echoing a possible personal number', async () => {
    expect((await service.request(key, 'GET', '/v1/record?nip=1234567890')).body).toEqual({
      detail: [
        {
          loc: ['query', 'nip'],
          msg: 'Not a valid NIP: the check digit does not match',
          type: 'value_error',
          ctx: { error: 'checksum' },
        },
      ],
    })
    const inQuery = await service.request(key, 'GET', '/v1/usage/daily?month=72831500114')
    const inBody = await putSpendCap({ spend_cap_pln: 72831500114 })
    for (const { status, body } of [inQuery, inBody]) {
      expect(status).toBe(422)
      expect(JSON.stringify(body)).not.toContain('72831500114')
    }
  })

  it('answers every kind of malformed address', async () => {
    const paths = ['/v1/record?krs=%00', '/v1/record?krs=%zz', '/v1/record?krs=%ed%a0%80', '/v1/record?krs=1&krs=2']
    paths.push('/v1/monitors/%00', '/v1/monitors/%E0%A4%A', '/v1/reports/download/%00', '/v1/filters/..%2f..%2fkeys')
    paths.push('//v1/usage/api', '/v1/usage/api/', '/v1/%2e%2e/keys', `/v1/record?krs=${'9'.repeat(5_000)}`)
    for (const path of paths) {
      const answer = await service.request(key, 'GET', path)
      expect([404, 422], path).toContain(answer.status)
      expect(answer.body, path).toHaveProperty('detail')
    }
  })

  it('finds a path whatever query or fragment follows', async () => {
    for (const rest of ['', '?', '?x=1', '#part', '#part?x=1']) {
      const request = new Request(`${service.url}/v1/usage/api${rest}`, { headers: { 'x-api-key': key } })
      expect((await service.service.handle(request)).status, rest).toBe(200)
    }
  })

  it('keeps answering while other callers abort', async () => {
    const started = Array.from({ length: 20 }, () => {
      const controller = new AbortController()
      const response = fetch(`${service.url}/v1/record?krs=18`, {
        headers: { 'x-api-key': key },
        signal: controller.signal,
      })
      controller.abort()
      return response.catch(() => undefined)
    })
    await Promise.all(started)
    expect((await service.request(key, 'GET', '/v1/record?krs=18')).status).toBe(200)
  })

  it('rejects when its address is in use', async () => {
    const takenAddress = { host: '127.0.0.1', port: Number(new URL(service.url).port) }
    await expect(listenHttp(service.service, takenAddress)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('closes while keep-alive connections are open, and then answers no calls', async () => {
    const server = await listenHttp(service.service, { host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${server.port}/v1/record?krs=18`
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(url, { headers: { 'x-api-key': key } })))
    const bodies = answers.map((answer) => answer.json())
    await server.close()
    expect(await Promise.all(bodies)).toHaveLength(5)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('closes as soon as the last pending answer is sent, without waiting for keep-alive', async () => {
    const [received, answered] = [gate(), gate()]
    const slow: typeof service.service = {
      ...service.service,
      handle: async (request) => {
        received.open()
        await answered.opened
        return service.service.handle(request)
      },
    }
    const server = await listenHttp(slow, { host: '127.0.0.1', port: 0 })
    const answer = fetch(`http://127.0.0.1:${server.port}/v1/record?krs=18`, { headers: { 'x-api-key': key } })
    await received.opened
    const closed = server.close().then(() => 'closed')
    answered.open()
    expect((await answer).status).toBe(200)
    // Half of the time after which the connection would be closed.
    const cut = new Promise((resolve) => void setTimeout(resolve, 5000, 'waits').unref())
    expect(await Promise.race([closed, cut])).toBe('closed')
  })

  it('closes immediately when a connection was opened but never used', async () => {
    const server = await listenHttp(service.service, { host: '127.0.0.1', port: 0 })
    const unused = connect(server.port, '127.0.0.1')
    await once(unused, 'connect')
    expect((await fetch(`http://127.0.0.1:${server.port}/v1/nothing`)).status).toBe(401)
    const ended = once(unused, 'close')
    await Promise.all([server.close(), ended])
    expect(unused.destroyed).toBe(true)
  })

  it('echoes a well-formed request id and creates one otherwise', async () => {
    const wellFormed = await service.request(key, 'GET', '/v1/usage/api', undefined, { 'x-request-id': 'order-4711-a' })
    expect(wellFormed.headers.get('x-request-id')).toBe('order-4711-a')
    const refused = await service.request(null, 'GET', '/v1/usage/api', undefined, { 'x-request-id': 'order-4711-b' })
    expect(refused.headers.get('x-request-id')).toBe('order-4711-b')
    for (const bad of ['short', 'with spaces in it', 'x'.repeat(65), 'semi;colon']) {
      const answer = await service.request(key, 'GET', '/v1/usage/api', undefined, { 'x-request-id': bad })
      expect(answer.headers.get('x-request-id')).toMatch(UUID)
    }
  })

  it('sends no-store with its answers', async () => {
    for (const path of ['/v1/usage/api', '/v1/record?krs=18', '/v1/nothing']) {
      expect((await service.request(key, 'GET', path)).headers.get('cache-control')).toBe('no-store')
    }
  })

  it('finds a subject by each identifier in any notation', async () => {
    const queries = ['krs=18', 'krs=0000000018', 'nip=1234563218', 'nip=PL%20123-456-32-18', 'regon=123456785']
    queries.push('id=7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11', 'id=7D0E4C1A-52A4-4F1B-9A59-0D5F6F2B1C11')
    for (const query of queries) {
      const answer = await service.request(key, 'GET', `/v1/record?${query}`)
      expect(answer.body, query).toEqual({
        id: '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11',
        krs: '0000000018',
        nip: '1234563218',
        regon: '123456785',
        name: 'Hurtownia Próbna sp. z o.o.',
        legal_form: 'spółka z ograniczoną odpowiedzialnością',
        address: 'ul. Morska 7, 81-225 Gdynia',
        postcode: '81-225',
        pkd_codes: [],
        share_capital_pln: 500_000,
        status: 'active',
        registered_on: '2015-03-02',
        deregistered_on: null,
      })
    }
  })

  it('finds companies only', async () => {
    const id = 'a2a9f0f5-6d2f-4d0e-8f3c-3f8c7f1f2d10'
    await insertCompany(service.storage, {
      id,
      kind: 'person',
      krs: null,
      nip: null,
      regon: null,
      pesel: '72831500114',
    })
    expect((await service.request(key, 'GET', `/v1/record?id=${id}`)).status).toBe(404)
  })

  it('writes the request id into the ledger', async () => {
    await service.request(key, 'GET', '/v1/record?krs=18', undefined, { 'x-request-id': 'ledger-entry-1' })
    const row = await service.storage.db
      .selectFrom('ledger')
      .select(['operation', 'endpoint', 'via', 'units', 'calls', 'day', 'month'])
      .where('request_id', '=', 'ledger-entry-1')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      operation: 'record.get',
      endpoint: '/v1/record',
      via: 'api',
      units: 1,
      calls: 1,
      day: '2026-11-20',
      month: '2026-11',
    })
  })
})

it('the public HTTP server does not wait for a body that never arrives', async () => {
  const service = await startTestService({ engine: 'sqlite' })
  const { apiKey } = await service.createAccount()
  const startedAt = Date.now()
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const head = [`PUT ${CAP} HTTP/1.1`, 'Host: a', `X-API-Key: ${apiKey}`, 'Content-Type: application/json']
  socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{`)
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
  expect(Date.now() - startedAt).toBeLessThan(60_000)
  await service.stop()
})
