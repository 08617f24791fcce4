import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterEach, describe, expect, it, test, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { callRemote } = await import('./remote')

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function requestFrom(listener: RequestListener, path = '/v1/filters'): Promise<Response> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return callRemote({ url: `http://127.0.0.1:${port}`, apiKey: 'key' }, new Request(`http://panel.test${path}`))
}

type AnswerInput = { readonly encoding: string; readonly body: Uint8Array; readonly headers?: Record<string, string> }
const respondWith =
  ({ encoding, body, headers = {} }: AnswerInput): RequestListener =>
  (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': encoding,
      'content-length': String(body.byteLength),
      ...headers,
    })
    response.end(body)
  }

const json = JSON.stringify({ items: Array.from({ length: 30_000 }, (_, id) => ({ id, name: `Spółka numer ${id}` })) })

// Case C06 of lib/testing/cases/README.md
describe('an answer that is compressed although plain bytes were requested', () => {
  it.each([
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['br', brotliCompressSync(json)],
    ['GZIP', gzipSync(json)],
  ])('is decoded: %s', async (encoding, body) => {
    const answer = await requestFrom(respondWith({ encoding, body }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBeNull()
    // The declared length was that of the compressed bytes.
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await answer.text()).toBe(json)
  })

  it.each(['zstd', 'compress', 'gzip, br', 'x'.repeat(300)])(
    'is an error of the service with a reason, for the encoding %s',
    async (encoding) => {
      const answer = await requestFrom(respondWith({ encoding, body: gzipSync(json) }))
      expect(answer.status).toBe(502)
      const { detail } = (await answer.json()) as { detail: { code: string; message: string } }
      expect(detail.code).toBe('upstream_error')
      expect(detail.message).toContain(`encoded as ${encoding.slice(0, 40)},`)
    },
  )

  it.each([
    ['a body that is not encoded as gzip', 'gzip', Buffer.from(json)],
    ['a body that is not encoded as br', 'br', Buffer.from(json)],
    ['a body that is cut off at its beginning', 'gzip', gzipSync(json).subarray(0, 12)],
  ])('is an error of the service: %s', async (_, encoding, body) => {
    const answer = await requestFrom(respondWith({ encoding, body }))
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ detail: { code: 'upstream_error' } })
  })

  it('is an error of the service when it is shorter than its declared length', async () => {
    const headers = { 'content-length': String(Buffer.byteLength(json)) }
    const listener: RequestListener = (request, response) => {
      respondWith({ encoding: 'gzip', body: Buffer.alloc(0), headers })(request, response)
    }
    // Shorter than declared: the missing part is not invented, and reading ends with the connection.
    const answer = requestFrom((request, response) => {
      listener(request, response)
      response.destroy()
    })
    expect((await answer).status).toBe(502)
  })

  it('is decoded when it is an error, too', async () => {
    const body = gzipSync(JSON.stringify({ detail: { code: 'plan', message: 'no' } }))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await requestFrom((_, response) => response.writeHead(402, headers).end(body))
    expect(answer.status).toBe(402)
    expect(await answer.json()).toMatchObject({ detail: { code: 'plan' } })
  })
})

describe('a body that grows out of proportion when it is decoded', () => {
  const zeros = Buffer.alloc(100_000_000, '0')

  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros.subarray(0, 20_000_000))],
    ['deflate', deflateSync(zeros)],
  ])('breaks off before it fills the memory: %s', async (encoding, body) => {
    expect(body.byteLength).toBeLessThan(200_000)
    const answer = await requestFrom(respondWith({ encoding, body }))
    expect(await lengthOf(answer)).toBeLessThan(25_000_000)
  })

  test('breaks off when it belongs to an error, too', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await requestFrom((_, response) => response.writeHead(500, headers).end(gzipSync(zeros)))
    expect(answer.status).toBe(500)
    expect((await answer.text()).length).toBeLessThan(1000)
  })

  test('breaks off when it is data that is read as a whole, however well it compresses', async () => {
    // Every repetition differs, so that the text grows by less than a hundred times.
    const random = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) & 0xff))
    const body = gzipSync(
      Buffer.concat(Array.from({ length: 100 }, (_, n) => Buffer.concat([Buffer.from(`${n}`), random]))),
    )
    const answer = await requestFrom(respondWith({ encoding: 'gzip', body }))
    expect(await lengthOf(answer)).toBeLessThan(65_000_000)
  }, 20_000)
})

/** Number of bytes until the answer breaks; it has to break. */
async function lengthOf(answer: Response): Promise<number> {
  let length = 0
  const read = async () => {
    for await (const chunk of answer.body ?? []) length += chunk.byteLength
  }
  await expect(answer.status === 502 ? Promise.reject(new Error('refused at once')) : read()).rejects.toThrow()
  return length
}
