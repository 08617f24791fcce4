import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createLog } from '@/lib/panel/log'
import { listenHttp } from '@/lib/service/http-server'
import { runOnce } from '@/lib/service/jobs'
import { insertCompany } from '@/lib/testing/companies'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { useTracing } from './spans'
import { createTracing, readTraceparent } from './tracing'

type Value = { readonly stringValue?: string; readonly intValue?: number }
type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
}
type Export = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[]
}

/** A collector that records what it receives, or one that accepts connections and never answers. */
class Collector {
  readonly spans: ReceivedSpan[] = []
  readonly paths = new Set<string>()
  readonly #server: Server
  requestCount = 0

  constructor(answers: boolean) {
    this.#server = createServer((request, response) => {
      this.requestCount += 1
      this.paths.add(`${request.method} ${request.url}`)
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        if (!answers) return
        const sent = JSON.parse(body) as Export
        this.spans.push(...sent.resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)))
        response.end('{}')
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const TRACE = 'aaaabbbbccccddddaaaabbbbccccdddd'
const PARENT = 'aaaabbbbccccdddd'
const traceparent = `00-${TRACE}-${PARENT}-01`

describe.each(sqliteOnly)('traces of a service on %s', (engine) => {
  const collector = new Collector(true)
  let service: TestService
  let stop: () => Promise<void>
  beforeAll(async () => {
    const endpoint = await collector.listen()
    const tracing = await createTracing({ endpoint: `${endpoint}/`, version: '1', log: createLog('silent') })
    useTracing(tracing)
    stop = () => tracing.stop()
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(async () => {
    useTracing(undefined)
    await service.stop()
    await stop()
    collector.close()
  })

  const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name)

  it('link a call to its statements, without values, keys or personal numbers', async () => {
    const { apiKey } = await service.createAccount()
    await service.request(apiKey, 'GET', '/v1/record?krs=18')
    await service.request(apiKey, 'POST', '/v1/monitors', { identifier_type: 'pesel', identifier_value: '44051401359' })
    await expect.poll(() => spansNamed('operation monitors.create').length).toBe(1)
    await expect.poll(() => spansNamed('operation record.get').length).toBe(1)
    expect([...collector.paths]).toEqual(['POST /v1/traces'])
    const [call] = spansNamed('operation record.get')
    const children = collector.spans.filter((span) => span.parentSpanId === call?.spanId)
    expect(children.map(({ name }) => name)).toContain('select subjects')
    expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([call?.traceId]))
    const texts = JSON.stringify(collector.spans)
    expect(texts).toContain('db.query.text')
    expect(texts).not.toContain(apiKey)
    expect(texts).not.toContain('44051401359')
    expect(texts).not.toContain('0000000018')
  })

  it('continue the trace of a trusted caller and of no other', async () => {
    const { apiKey } = await service.createAccount()
    const callService = async (trusted: boolean) => {
      const httpServer = await listenHttp(service.service, { host: '127.0.0.1', port: 0, isTrusted: () => trusted })
      const url = `http://127.0.0.1:${httpServer.port}/v1/usage/summary`
      expect((await fetch(url, { headers: { 'x-api-key': apiKey, traceparent } })).status).toBe(200)
      await httpServer.close()
    }
    await callService(true)
    await callService(false)
    await expect.poll(() => spansNamed('operation usage.summary').length).toBe(2)
    const [trusted, other] = spansNamed('operation usage.summary')
    expect(trusted).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(other?.traceId).not.toBe(TRACE)
    expect(other?.parentSpanId ?? '').toBe('')
  })

  it('include one trace for each run of a job, which records a failure without personal numbers', async () => {
    const { dependencies } = service.service
    const run = () =>
      service.storage.db
        .selectFrom('accounts')
        .select('id')
        .execute()
        .then(() => Promise.reject(new Error('of 44051401359')))
    await runOnce({ name: 'traced', everyMs: 1000, run }, { holder: 'test', dependencies })
    await expect.poll(() => spansNamed('job traced').length).toBe(1)
    const [jobSpan] = spansNamed('job traced')
    expect(jobSpan?.parentSpanId ?? '').toBe('')
    expect(JSON.stringify(jobSpan)).toContain('error.type')
    const children = collector.spans.filter((span) => span.parentSpanId === jobSpan?.spanId)
    expect(children.map(({ name }) => name)).toEqual(['select accounts'])
    expect(JSON.stringify(collector.spans)).not.toContain('44051401359')
  })
})

describe('a receiver of traces', () => {
  afterEach(() => useTracing(undefined))

  it('that never answers does not block shutdown, and is reported in one line', async () => {
    const lines: string[] = []
    const collector = new Collector(false)
    const endpoint = await collector.listen()
    const log = createLog('info', { write: (line) => lines.push(line) })
    const tracing = await createTracing({ endpoint, version: '1', log, sendMs: 200 })
    const end = () => tracing.start('work', { kind: 'internal' }, undefined).end()
    end()
    await expect.poll(() => lines.length).toBe(1)
    end()
    await expect.poll(() => collector.requestCount).toBeGreaterThan(1)
    const startedAt = performance.now()
    await tracing.stop()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT; they are dropped',
    ])
    collector.close()
  })
})

describe('readTraceparent', () => {
  it.each([
    [traceparent, { traceId: TRACE, spanId: PARENT, traceFlags: 1, isRemote: true }],
    [`00-${TRACE}-${PARENT}-00`, { traceId: TRACE, spanId: PARENT, traceFlags: 0, isRemote: true }],
    [`ff-${TRACE}-${PARENT}-01`, undefined],
    ['00-44051401359', undefined],
    ['', undefined],
  ])('parses %j', (header, read) => {
    expect(readTraceparent(header)).toEqual(read)
  })
})
