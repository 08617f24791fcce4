import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createLog } from '@/lib/panel/log'
import { listenHttp } from '@/lib/service/http-server'
import { runOnce } from '@/lib/service/jobs'
import { insertCompany } from '@/lib/testing/companies'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

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
  asked = 0

  constructor(answers: boolean) {
    this.#server = createServer((request, response) => {
      this.asked += 1
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

describe.each(sqliteAlone)('traces of a service on %s', (engine) => {
  const collector = new Collector(true)
  let on: TestService
  let stop: () => Promise<void>
  beforeAll(async () => {
    const endpoint = await collector.listen()
    const tracing = await createTracing({ endpoint: `${endpoint}/`, version: '1', log: createLog('silent') })
    useTracing(tracing)
    stop = () => tracing.stop()
    on = await startTestService({ engine })
    await insertCompany(on.storage)
  })
  afterAll(async () => {
    useTracing(undefined)
    await on.stop()
    await stop()
    collector.close()
  })

  const named = (name: string) => collector.spans.filter((span) => span.name === name)

  it('lead from the call to the statement, without values, keys or numbers of persons', async () => {
    const { apiKey } = await on.createAccount()
    await on.request(apiKey, 'GET', '/v1/record?krs=18')
    await on.request(apiKey, 'POST', '/v1/monitors', { identifier_type: 'pesel', identifier_value: '44051401359' })
    await expect.poll(() => named('operation monitors.create').length).toBe(1)
    await expect.poll(() => named('operation record.get').length).toBe(1)
    expect([...collector.paths]).toEqual(['POST /v1/traces'])
    const [call] = named('operation record.get')
    const below = collector.spans.filter((span) => span.parentSpanId === call?.spanId)
    expect(below.map(({ name }) => name)).toContain('select subjects')
    expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([call?.traceId]))
    const texts = JSON.stringify(collector.spans)
    expect(texts).toContain('db.query.text')
    expect(texts).not.toContain(apiKey)
    expect(texts).not.toContain('44051401359')
    expect(texts).not.toContain('0000000018')
  })

  it('go on from a trusted caller, and from nobody else', async () => {
    const { apiKey } = await on.createAccount()
    const callService = async (trusted: boolean) => {
      const door = await listenHttp(on.service, { host: '127.0.0.1', port: 0, isTrusted: () => trusted })
      const url = `http://127.0.0.1:${door.port}/v1/usage/summary`
      expect((await fetch(url, { headers: { 'x-api-key': apiKey, traceparent } })).status).toBe(200)
      await door.close()
    }
    await callService(true)
    await callService(false)
    await expect.poll(() => named('operation usage.summary').length).toBe(2)
    const [trusted, other] = named('operation usage.summary')
    expect(trusted).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(other?.traceId).not.toBe(TRACE)
    expect(other?.parentSpanId ?? '').toBe('')
  })

  it('have a trace for each turn of a job, which says that it failed and not of whom', async () => {
    const { dependencies } = on.service
    const run = () =>
      on.storage.db
        .selectFrom('accounts')
        .select('id')
        .execute()
        .then(() => Promise.reject(new Error('of 44051401359')))
    await runOnce({ name: 'traced', everyMs: 1000, run }, { holder: 'test', dependencies })
    await expect.poll(() => named('job traced').length).toBe(1)
    const [turn] = named('job traced')
    expect(turn?.parentSpanId ?? '').toBe('')
    expect(JSON.stringify(turn)).toContain('error.type')
    const below = collector.spans.filter((span) => span.parentSpanId === turn?.spanId)
    expect(below.map(({ name }) => name)).toEqual(['select accounts'])
    expect(JSON.stringify(collector.spans)).not.toContain('44051401359')
  })
})

describe('a receiver of traces', () => {
  afterEach(() => useTracing(undefined))

  it('that takes them and never answers holds nobody up, and is named in one line', async () => {
    const lines: string[] = []
    const collector = new Collector(false)
    const endpoint = await collector.listen()
    const log = createLog('info', { write: (line) => lines.push(line) })
    const tracing = await createTracing({ endpoint, version: '1', log, sendMs: 200 })
    const end = () => tracing.start('work', { kind: 'internal' }, undefined).end()
    end()
    await expect.poll(() => lines.length).toBe(1)
    end()
    await expect.poll(() => collector.asked).toBeGreaterThan(1)
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
  ])('reads %j', (header, read) => {
    expect(readTraceparent(header)).toEqual(read)
  })
})
