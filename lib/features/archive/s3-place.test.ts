import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Guard } from '@/lib/panel/outgoing/address-guard'
import { NO_NETWORKS, readAllowedNetworks } from '@/lib/panel/outgoing/allowed-networks'
import { outgoingProxyOf, readProxyAddress } from '@/lib/panel/outgoing/outgoing-proxy'
import { startProxy } from '@/lib/testing/delivery/proxy'
import { startS3, TEST_S3_KEYS } from '@/lib/testing/delivery/s3'
import { makeAuthority, trust } from '@/lib/testing/tls'

import { ArchiveFault } from './archive-fault'
import { s3Place, type S3Settings } from './s3-place'

const networks = (text: string) => readAllowedNetworks(text) ?? NO_NETWORKS
const ALLOWED = networks('127.0.0.1')

describe('a bucket as a storage place', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let folder: string
  beforeAll(async () => {
    s3 = await startS3()
    folder = await mkdtemp(join(tmpdir(), 'spool-'))
  })
  afterAll(async () => {
    await s3.stop()
    await rm(folder, { recursive: true })
  })

  const settings = (change: Partial<S3Settings> = {}): S3Settings => ({
    endpoint: s3.endpoint,
    region: 'us-east-1',
    bucket: s3.bucket,
    prefix: 'panel',
    pathStyle: true,
    accessKey: TEST_S3_KEYS.access_key,
    secretKey: TEST_S3_KEYS.secret_key,
    ...change,
  })
  const open = (change: Partial<S3Settings> = {}) => s3Place(settings(change), 'konto', { allowed: ALLOWED })
  async function spoolFile(bytes: Buffer) {
    const path = join(folder, randomBytes(8).toString('hex'))
    await writeFile(path, bytes)
    return {
      path,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      mediaType: 'text/csv',
    }
  }
  async function read(place: Awaited<ReturnType<typeof open>>, name: string) {
    const file = await place.open(name)
    const chunks: Uint8Array[] = []
    for await (const chunk of file?.stream ?? []) chunks.push(chunk as Uint8Array)
    return file && Buffer.concat(chunks)
  }

  it.each([0, 10, 8 * 1024 * 1024, 12 * 1024 * 1024 + 1])(
    'stores %d bytes, in parts if there are many',
    async (size) => {
      const place = await open()
      const bytes = randomBytes(size)
      const name = `2026/11/${size}.csv`
      expect(await place.put(name, await spoolFile(bytes))).toBe(name)
      expect((await read(place, name))?.equals(bytes)).toBe(true)
      // The same bytes count as already stored; different bytes get another name.
      expect(await place.put(name, await spoolFile(bytes))).toBe(name)
      const other = randomBytes(size + 1)
      const otherName = await place.put(name, await spoolFile(other))
      expect(otherName).not.toBe(name)
      expect((await read(place, name))?.equals(bytes)).toBe(true)
      expect((await read(place, otherName))?.equals(other)).toBe(true)
      await place.remove(name)
      expect(await place.open(name)).toBeUndefined()
      await place.remove(name)
      place.close()
    },
    30_000,
  )

  async function tryOut(change: Partial<S3Settings>): Promise<void> {
    const place = await open(change)
    await place.putText('a.json', '{}').finally(() => place.close())
  }

  it.each([
    ['an unknown key', { accessKey: 'nobody' }, 'credentials'],
    ['a missing bucket', { bucket: 'nie-ma-mnie' }, 'no_bucket'],
    ['a closed port', { endpoint: 'http://127.0.0.1:1' }, 'place_unreachable'],
    ['a host name without an address', { endpoint: 'https://nie-ma.invalid' }, 'place_unreachable'],
  ] as const)('reports the failure for %s', async (_, change, failure) => {
    const refused = await tryOut(change).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ArchiveFault)
    expect(refused).toMatchObject({ failure })
  })

  // The test server above does not verify version 4 signatures.
  it.each([
    [403, 'SignatureDoesNotMatch', 'credentials'],
    [403, 'InvalidAccessKeyId', 'credentials'],
    [403, 'AccessDenied', 'credentials'],
    [403, 'RequestTimeTooSkewed', 'place_error'],
    [404, 'NoSuchBucket', 'no_bucket'],
    [301, 'PermanentRedirect', 'place_error'],
    [500, 'InternalError', 'place_error'],
    [503, 'SlowDown', 'place_error'],
  ] as const)('reports the failure for an answer of %i %s', async (status, code, failure) => {
    const server = createServer((_, answer) => {
      answer.writeHead(status, { 'content-type': 'application/xml', location: 'http://127.0.0.1:1/' })
      answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = server.address() as AddressInfo
    const place = await open({ endpoint: `http://127.0.0.1:${port}` })
    await expect(place.putText('a.json', '{}')).rejects.toMatchObject({ failure })
    place.close()
    server.close()
    await once(server, 'close')
  })

  it('aborts abandoned uploads on every page of the list', async () => {
    const aborted: string[] = []
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const pageOf = (marker: string | null) => {
      const number = Number(marker ?? 0) + 1
      const key = `panel/konto/${number}.csv`
      const more =
        number < 3 ? `<NextKeyMarker>${number}</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>` : ''
      return `<ListMultipartUploadsResult><IsTruncated>${number < 3}</IsTruncated>${more}<Upload><Key>${key}</Key><UploadId>u</UploadId><Initiated>${at}</Initiated></Upload></ListMultipartUploadsResult>`
    }
    const server = createServer(({ method, url = '' }, answer) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      if (method === 'DELETE') aborted.push(pathname)
      answer.writeHead(method === 'DELETE' ? 204 : 200, { 'content-type': 'application/xml' })
      answer.end(method === 'DELETE' ? undefined : pageOf(searchParams.get('key-marker')))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = server.address() as AddressInfo
    const place = await open({ endpoint: `http://127.0.0.1:${port}` })
    await place.tidy(() => Promise.resolve(true))
    expect(aborted.map((path) => path.split('/').at(-1))).toEqual(['1.csv', '2.csv', '3.csv'])
    place.close()
    server.close()
    await once(server, 'close')
  })

  it('reads an object of unknown length completely', async () => {
    const server = createServer((_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/csv' })
      answer.write('half')
      answer.end(' and half')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = server.address() as AddressInfo
    const place = await open({ endpoint: `http://127.0.0.1:${port}` })
    expect((await place.open('a.csv'))?.sizeBytes).toBeNull()
    expect((await read(place, 'a.csv'))?.toString()).toBe('half and half')
    place.close()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it('aborts abandoned uploads only of its own reports', async () => {
    const aborted: string[] = []
    const upload = (key: string, minutes: number) =>
      `<Upload><Key>${key}</Key><UploadId>${minutes}</UploadId><Initiated>${new Date(Date.now() - minutes * 60_000).toISOString()}</Initiated></Upload>`
    const uploads = [
      upload('panel/konto/old.csv', 30),
      upload('panel/konto/fresh.csv', 1),
      upload('panel/konto/busy.csv', 40),
      upload('panel/inne/old.csv', 50),
    ]
    const server = createServer(({ method, url = '' }, answer) => {
      if (method === 'DELETE') aborted.push(url)
      answer.writeHead(method === 'DELETE' ? 204 : 200, { 'content-type': 'application/xml' })
      answer.end(
        method === 'DELETE'
          ? undefined
          : `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`,
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = server.address() as AddressInfo
    const place = await open({ endpoint: `http://127.0.0.1:${port}` })
    await place.tidy((name) => Promise.resolve(name !== 'busy.csv'))
    expect(aborted).toHaveLength(1)
    expect(aborted[0]).toContain('/panel/konto/old.csv?')
    expect(aborted[0]).toContain('uploadId=30')
    place.close()
    server.close()
    await once(server, 'close')
  })

  it('refuses addresses in private networks that are not allowed', async () => {
    await expect(s3Place(settings(), 'konto', { allowed: NO_NETWORKS })).rejects.toMatchObject({
      failure: 'address_refused',
    })
    await expect(s3Place(settings(), 'konto', { allowed: networks('10.0.0.0/8') })).rejects.toMatchObject({
      failure: 'address_refused',
    })
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]']) {
      const opening = s3Place(settings({ endpoint: `https://${host}:1025` }), 'konto', { allowed: NO_NETWORKS })
      await expect(opening).rejects.toMatchObject({ failure: 'address_refused' })
    }
  })

  it('is reached over TLS through a proxy, which is named when it refuses', async () => {
    const authority = await makeAuthority()
    const distrust = trust(authority.pem)
    const terminator = createTlsServer(await authority.issue(['s3.amazonaws.com']), (socket) => {
      const upstream = connect(Number(new URL(s3.endpoint).port), '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
      for (const each of [socket, upstream]) each.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(terminator, 'listening')
    // Safe: the address of a TCP server is never a pipe name.
    const { port } = terminator.address() as AddressInfo
    const proxy = await startProxy({ user: 'panel', password: 'right' })
    proxy.routeTo('s3.amazonaws.com:443', port)
    // Local name resolution fails, as is usual behind a proxy; only the test server knows the name.
    const resolve: NonNullable<Guard['resolve']> = (_host, _options, callback) =>
      callback(new Error('no name server'), [])
    const openBy = (url: string) =>
      s3Place(settings({ endpoint: 'https://s3.amazonaws.com' }), 'konto', {
        allowed: NO_NETWORKS,
        resolve,
        proxy: outgoingProxyOf({ https: readProxyAddress(url), http: undefined, bypass: undefined }),
      })
    const place = await openBy(proxy.url)
    const bytes = randomBytes(1000)
    expect(await place.put('2026/11/proxy.csv', await spoolFile(bytes))).toBe('2026/11/proxy.csv')
    expect((await read(place, '2026/11/proxy.csv'))?.equals(bytes)).toBe(true)
    expect(new Set(proxy.requestedTargets)).toEqual(new Set(['CONNECT s3.amazonaws.com:443']))
    const refused = await openBy(proxy.url.replace('right', 'wrong'))
    await expect(refused.putText('a.json', '{}')).rejects.toMatchObject({
      failure: 'place_unreachable',
      message: `the proxy ${proxy.urlWithoutCredentials} wants other credentials (407)`,
    })
    place.close()
    refused.close()
    terminator.close()
    await proxy.stop()
    distrust()
  })
})
