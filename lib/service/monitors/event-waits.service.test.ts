import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { oneAtATime } from '@/lib/client/one-at-a-time'
import type { Announcement } from '@/lib/contract/announcement'
import { type MonitorEvent, monitorEvent } from '@/lib/contract/events'
import type { Monitor } from '@/lib/contract/monitors'
import { openStorage } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { createCaller } from '@/lib/testing/caller'
import { EventReader, openEvents } from '@/lib/testing/event-streams'
import { nipOf, peselOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import { createKeyForAccount } from '../accounts/accounts'
import { type HttpServer, listenHttp } from '../http-server'
import { createService, type Service } from '../service'
import { publish } from './publish'

type Feed = { items: MonitorEvent[]; next_since: number }
type Refusal = { detail: { code: string; limit?: number } }

const [krzTemplate] = await liveAnnouncements('krz', 1)
const [msigTemplate] = await liveAnnouncements('msig', 1)
if (!krzTemplate || !msigTemplate) throw new Error('the sample has no announcement to start from')
const NOBODY = { nip: null, krs: null, pesel: null, subject_id: null, signature: null, name: 'NIKT', title: 'Tytuł' }
const krz = (fields: Partial<Announcement>): Announcement =>
  ({ ...krzTemplate, ...NOBODY, id: randomUUID(), ...fields }) as Announcement
const msig = (fields: Partial<Announcement>): Announcement =>
  ({ ...msigTemplate, ...NOBODY, id: randomUUID(), ...fields }) as Announcement

const waitTimes = { pollEveryMs: 100, keepAliveMs: 250, lifeMs: 6000 }
/** Well before a call of 20 s ends on its own, even on a busy machine. */
const SOON_MS = 12_000
let nextNumber = 5000

async function timed<T>(task: Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const result = await task
  return [performance.now() - started, result]
}

describe.each(engines)('waiting for events on %s', (engine) => {
  let testService: TestService
  let other: { service: Service; storage: Storage; httpServer: HttpServer; url: string }
  let drop: (() => Promise<unknown>) | undefined

  async function openOther() {
    const { dependencies } = testService.service
    const storage = await openStorage({ dataDir: dependencies.config.dataDir, databaseUrl })
    const service = createService({ ...dependencies, storage })
    const server = await listenHttp(service, { host: '127.0.0.1', port: 0 })
    return { service, storage, httpServer: server, url: `http://127.0.0.1:${server.port}` }
  }
  let databaseUrl: string | undefined
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    databaseUrl = database?.url
    drop = database && (() => database.drop())
    testService = await startTestService({
      engine,
      config: { waitTimes },
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
    other = await openOther()
  })
  afterAll(async () => {
    other.service.endWaits()
    await other.httpServer.close()
    await other.storage.close()
    await testService.stop()
    await drop?.()
  })

  async function createWatcher() {
    const { call, apiKey, accountId } = await createCaller(testService, { plan: 'enterprise' })
    const nip = nipOf((nextNumber += 1))
    const watch = async (identifier_type: string, identifier_value: string) =>
      (await call<Monitor>('POST', '/v1/monitors', { identifier_type, identifier_value })).body.id
    const monitorId = await watch('nip', nip)
    const feed = (query: string) => call<Feed>('GET', `/v1/updates?${query}`)
    return { call, apiKey, accountId, nip, watch, monitorId, feed }
  }
  // Two SQLite writers in one process would deadlock, so they run one at a time.
  const runInTurn = oneAtATime()
  const publishAt = (getService: () => Service) => (announcements: Announcement[]) => {
    const task = () => publish(getService().dependencies, announcements)
    return engine === 'sqlite' ? runInTurn(task) : task()
  }
  const sendHere = publishAt(() => testService.service)
  const sendThere = publishAt(() => other.service)
  const send = (...announcements: Announcement[]) => sendHere(announcements)
  const sendElsewhere = (...announcements: Announcement[]) => sendThere(announcements)

  describe('a long poll', () => {
    it('returns at once when there are events', async () => {
      const { nip, feed } = await createWatcher()
      await send(krz({ nip }))
      const [ms, { body }] = await timed(feed('since=0&wait=20'))
      expect(body.items).toHaveLength(1)
      expect(ms).toBeLessThan(SOON_MS)
    })

    it('returns no events and an unchanged position when the wait time is over', async () => {
      const { feed } = await createWatcher()
      const [ms, { body }] = await timed(feed('since=7&wait=1'))
      expect(body).toEqual({ items: [], next_since: 7 })
      expect(ms).toBeGreaterThan(900)
      expect(ms).toBeLessThan(SOON_MS)
    })

    it.each(['the same process', 'another process'])('returns an event published by %s', async (origin) => {
      const { nip, feed } = await createWatcher()
      const poll = feed('since=0&wait=20')
      await pause(300)
      const announcement = krz({ nip })
      await (origin === 'another process' ? sendElsewhere : send)(announcement)
      const [ms, { body }] = await timed(poll)
      expect(body.items.map(({ announcement_id: id }) => id)).toEqual([announcement.id])
      expect(body.next_since).toBe(body.items[0]?.id)
      expect(ms).toBeLessThan(SOON_MS)
    })

    it('ignores events outside its filters and misses none inside them', async () => {
      const { nip, watch, feed } = await createWatcher()
      const second = nipOf((nextNumber += 1))
      const monitorId = await watch('nip', second)
      const bySource = timed(feed('since=0&wait=20&source=msig'))
      const byMonitor = timed(feed(`since=0&wait=20&monitor_id=${monitorId}`))
      await pause(200)
      await send(krz({ nip }))
      await pause(400)
      await sendElsewhere(krz({ nip: second }))
      const [early, { body: monitorFeed }] = await byMonitor
      expect(monitorFeed.items.map(({ monitor_id: id }) => id)).toEqual([monitorId])
      expect(early).toBeGreaterThan(550)
      await pause(300)
      await send(msig({ nip }))
      const [late, { body }] = await bySource
      expect(body.items.map(({ source }) => source)).toEqual(['msig'])
      expect(late).toBeGreaterThan(early)
      // No event was skipped before or after it.
      expect((await feed(`since=${body.next_since}`)).body.items).toEqual([])
    })

    it('does not return early for events of other accounts', async () => {
      const [owner, stranger] = [await createWatcher(), await createWatcher()]
      const poll = timed(owner.feed('since=0&wait=1'))
      await pause(200)
      await send(krz({ nip: stranger.nip }))
      const [ms, { body }] = await poll
      expect(body.items).toEqual([])
      expect(ms).toBeGreaterThan(900)
    })

    it('does not wait for HEAD, and rejects an invalid wait time', async () => {
      const { apiKey, call } = await createWatcher()
      const [ms, { status }] = await timed(testService.request(apiKey, 'HEAD', '/v1/updates?wait=30'))
      expect(status).toBe(200)
      expect(ms).toBeLessThan(SOON_MS)
      for (const wait of ['31', '-1', '1.5', 'x', '']) {
        expect((await call('GET', `/v1/updates?wait=${wait}`)).status).toBe(422)
      }
    })

    it('returns 401 when its key is deactivated during the wait', async () => {
      const { nip, accountId } = await createWatcher()
      const { key, secret } = await createKeyForAccount(testService.service.dependencies, accountId, { name: 'short' })
      const poll = testService.request<Refusal>(secret, 'GET', '/v1/updates?wait=20')
      await pause(300)
      const deactivated_at = testService.clock.now().toISOString()
      await testService.storage.db.updateTable('api_keys').set({ deactivated_at }).where('id', '=', key.id).execute()
      await send(krz({ nip }))
      expect((await poll).status).toBe(401)
    })

    it('counts once against the rate limits', async () => {
      const narrow = await startTestService({ engine, config: { waitTimes, rateLimitPerMinute: 2 } })
      const { apiKey } = await narrow.createAccount()
      expect((await narrow.request(apiKey, 'GET', '/v1/updates?wait=1')).status).toBe(200)
      expect((await narrow.request(apiKey, 'GET', '/v1/updates?wait=1')).status).toBe(200)
      expect((await narrow.request(apiKey, 'GET', '/v1/updates')).status).toBe(429)
      await narrow.stop()
    })

    it('queries the store no more often for many waiting calls than for one', async () => {
      const { apiKey, nip } = await createWatcher()
      const others = await Promise.all(Array.from({ length: 9 }, () => createWatcher()))
      let queryCount = 0
      const { db } = testService.storage
      const [select] = [db.selectFrom.bind(db)]
      Object.assign(db, {
        selectFrom: (...parameters: Parameters<typeof select>) => {
          if ((parameters[0] as unknown) === 'monitor_events') queryCount += 1
          return select(...parameters)
        },
      })
      const waits = [apiKey, ...others.map((each) => each.apiKey)].flatMap((key) =>
        Array.from({ length: 5 }, () => testService.request(key, 'GET', '/v1/updates?wait=6')),
      )
      await pause(1500)
      queryCount = 0
      const from = performance.now()
      await pause(1000)
      await expect.poll(() => queryCount).toBeGreaterThan(2)
      // One poller makes ten queries a second; fifty separate callers would make 500.
      expect(queryCount / ((performance.now() - from) / 1000)).toBeLessThan(50)
      await send(krz({ nip }))
      const answers = await Promise.all(waits)
      Object.assign(db, { selectFrom: select })
      expect(answers.map(({ body }) => (body as Feed).items.length)).toEqual(
        Array.from({ length: 50 }, (_, index) => (index < 5 ? 1 : 0)),
      )
    })
  })

  describe('an event stream', () => {
    it('sends each event as in JSON, with its number, and headers against caching and buffering', async () => {
      const { nip, apiKey, feed } = await createWatcher()
      await send(krz({ nip }), msig({ nip }))
      const reader = await openEvents(testService.url, { apiKey })
      const { headers } = reader.response
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      await expect.poll(() => reader.events.length).toBe(2)
      await send(krz({ nip }))
      await expect.poll(() => reader.events.length).toBe(3)
      await sendElsewhere(krz({ nip }))
      await expect.poll(() => reader.events.length).toBe(4)
      const { items } = (await feed('since=0')).body
      expect(reader.events.map(({ data }) => monitorEvent.strict().parse(JSON.parse(data)))).toEqual(items)
      expect(reader.events.map(({ id, event }) => [id, event])).toEqual(
        items.map(({ id }) => [String(id), 'monitor-event']),
      )
      expect(reader.retry).toBe('2000')
      await reader.cut()
    })

    it('continues after Last-Event-ID, which takes precedence over since, with the filters of the query', async () => {
      const { nip, apiKey, feed } = await createWatcher()
      await send(krz({ nip }), msig({ nip }), krz({ nip }))
      const [first, , third] = (await feed('since=0')).body.items
      const reader = await openEvents(testService.url, {
        apiKey,
        query: 'since=0&source=krz',
        lastEventId: String(first?.id),
      })
      await expect.poll(() => reader.events.map(({ id }) => id)).toEqual([String(third?.id)])
      await reader.cut()
      for (const lastEventId of ['x', '-1', '1.5', '99999999999999999999']) {
        expect((await openEvents(testService.url, { apiKey, lastEventId })).response.status).toBe(422)
      }
    })

    it('is kept alive by comments and ends by itself', async () => {
      const { apiKey } = await createWatcher()
      const reader = await openEvents(testService.url, { apiKey })
      const [ms, ending] = await timed(reader.ended)
      expect(ending).toBe('ended')
      expect(ms).toBeGreaterThan(waitTimes.lifeMs - 500)
      expect(ms).toBeLessThan(waitTimes.lifeMs + SOON_MS)
      expect(reader.comments).toBeGreaterThan(4)
      expect(reader.events).toEqual([])
    })

    it.each(['deactivated', 'of an account that has ended'])('ends soon when its key is %s', async (reason) => {
      const { accountId, nip } = await createWatcher()
      const { key, secret } = await createKeyForAccount(testService.service.dependencies, accountId, { name: 'short' })
      const reader = await openEvents(testService.url, { apiKey: secret })
      await expect.poll(() => reader.retry).toBeDefined()
      const { db } = testService.storage
      const now = testService.clock.now().toISOString()
      await (reason === 'deactivated'
        ? db.updateTable('api_keys').set({ deactivated_at: now }).where('id', '=', key.id).execute()
        : db.updateTable('accounts').set({ state: 'inactive' }).where('id', '=', accountId).execute())
      await send(krz({ nip }))
      const [ms, ended] = await timed(reader.ended)
      expect([ended, reader.events]).toEqual(['ended', []])
      expect(ms).toBeLessThan(waitTimes.lifeMs - 1000)
    })

    it('is JSON for the panel and for clients that do not accept a stream', async () => {
      const { accountId, apiKey } = await createWatcher()
      const accept = { accept: 'text/event-stream' }
      const asPanel = await testService.requestAs(
        testService.principalOf(accountId),
        'GET',
        '/v1/updates',
        undefined,
        accept,
      )
      expect(asPanel).toMatchObject({ status: 200, body: { items: [] } })
      const refusing = { accept: 'application/json, text/event-stream;q=0' }
      expect((await testService.request(apiKey, 'GET', '/v1/updates', undefined, refusing)).body).toMatchObject({
        items: [],
      })
      const head = await testService.request(apiKey, 'HEAD', '/v1/updates', undefined, accept)
      expect([head.status, head.body]).toEqual([200, ''])
    })

    it('is masked for a key without access to personal numbers', async () => {
      const { accountId, watch } = await createWatcher()
      const pesel = peselOf(9)
      await watch('pesel', pesel)
      await send(krz({ pesel, title: `Numer ${pesel}` }))
      const scope = ['no_personal_numbers'] as const
      const narrowed = { name: 'narrow', scope: [...scope] }
      const { secret } = await createKeyForAccount(testService.service.dependencies, accountId, narrowed)
      const reader = await openEvents(testService.url, { apiKey: secret })
      await expect.poll(() => reader.events.length).toBe(1)
      const { body } = await testService.request<Feed>(secret, 'GET', '/v1/updates')
      expect(reader.events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(body.items)
      expect(JSON.stringify(reader.events)).not.toContain(pesel)
      await reader.cut()
    })

    it('refuses the 21st wait of an account until one of them ends, but no other account', async () => {
      const { apiKey } = await createWatcher()
      const open = await Promise.all(Array.from({ length: 20 }, () => openEvents(testService.url, { apiKey })))
      expect(open.map(({ response }) => response.status)).toEqual(open.map(() => 200))
      const refused = await testService.request<Refusal>(apiKey, 'GET', '/v1/updates?wait=5')
      expect([refused.status, refused.body.detail]).toMatchObject([429, { code: 'too_many_waits', limit: 20 }])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await testService.request(apiKey, 'GET', '/v1/updates')).status).toBe(200)
      expect((await testService.request((await createWatcher()).apiKey, 'GET', '/v1/updates?wait=1')).status).toBe(200)
      await open[0]?.cut()
      await expect.poll(async () => (await testService.request(apiKey, 'GET', '/v1/updates?wait=1')).status).toBe(200)
      await Promise.all(open.map((reader) => reader.cut()))
    })

    it('loses and repeats no event while writers publish and connections are cut at random', async () => {
      const { nip, apiKey, feed } = await createWatcher()
      const ROUNDS = 30
      const expected: string[] = []
      const write = async (publishTo: typeof send) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const announcements = [krz({ nip }), msig({ nip })]
          expected.push(...announcements.map(({ id }) => id))
          await publishTo(...announcements)
          await pause(Math.random() * 30)
        }
      }
      const received: MonitorEvent[] = []
      let isWriting = true
      const readAll = async () => {
        for (let lastEventId: string | undefined; ;) {
          const mayEnd = !isWriting
          const url = Math.random() < 0.5 ? testService.url : other.url
          const reader = await openEvents(url, { apiKey, lastEventId })
          await Promise.race([pause(mayEnd ? 500 : Math.random() * 120), reader.ended])
          const events = [...reader.events]
          await reader.cut()
          received.push(...events.map(({ data }) => JSON.parse(data) as MonitorEvent))
          lastEventId = events.at(-1)?.id ?? lastEventId
          if (mayEnd && events.length === 0) return
        }
      }
      const readsDone = readAll()
      await Promise.all([write(send), write(sendElsewhere), write(sendElsewhere)])
      isWriting = false
      await readsDone
      const { items } = (await feed('since=0&limit=1000')).body
      expect(items).toHaveLength(ROUNDS * 6)
      expect(received).toEqual(items)
      expect(new Set(received.map(({ announcement_id: id }) => id))).toEqual(new Set(expected))
    })

    it('reads no events ahead for a reader that does not read', async () => {
      const { nip, apiKey } = await createWatcher()
      const announcements = Array.from({ length: 1000 }, () => krz({ nip, title: 'x'.repeat(1000) }))
      await send(...announcements)
      let queryCount = 0
      const { db } = testService.storage
      const [select] = [db.selectFrom.bind(db)]
      const answer = await testService.service.handle(
        new Request('http://door.invalid/v1/updates', {
          headers: { 'x-api-key': apiKey, accept: 'text/event-stream' },
        }),
      )
      Object.assign(db, {
        selectFrom: (...parameters: Parameters<typeof select>) => {
          if ((parameters[0] as unknown) === 'monitor_events') queryCount += 1
          return select(...parameters)
        },
      })
      await pause(50)
      // Counts only the queries of the poller.
      expect(queryCount).toBeLessThan(4)
      Object.assign(db, { selectFrom: select })
      const reader = new EventReader(answer)
      await expect.poll(() => reader.events.length).toBe(1000)
      await reader.cut()
    })
  })

  it('releases the slots of readers that read nothing', async () => {
    const { apiKey } = await createWatcher()
    const { dependencies } = testService.service
    const brief = { ...waitTimes, keepAliveMs: 100, lifeMs: 300 }
    const service = createService({ ...dependencies, config: { ...dependencies.config, waitTimes: brief } })
    const open = () => {
      const headers = { 'x-api-key': apiKey, accept: 'text/event-stream' }
      return service.handle(new Request('http://door.invalid/v1/updates', { headers }))
    }
    const unread = await Promise.all(Array.from({ length: 20 }, open))
    expect(unread.map(({ status }) => status)).toEqual(unread.map(() => 200))
    expect((await open()).status).toBe(429)
    await expect.poll(async () => (await open()).status).toBe(200)
    // The stream is aborted, so that the reader does not mistake it for complete.
    expect(await new EventReader(unread[0]!).ended).toBe('cut')
    service.endWaits()
  })

  it('does not delay the shutdown of a service', async () => {
    const { apiKey } = await createWatcher()
    const third = await openOther()
    const stream = await openEvents(third.url, { apiKey })
    const poll = fetch(`${third.url}/v1/updates?wait=30`, { headers: { 'x-api-key': apiKey } })
    await pause(300)
    third.service.endWaits()
    const [ms] = await timed(third.httpServer.close())
    expect(ms).toBeLessThan(SOON_MS)
    expect(await stream.ended).toBe('ended')
    expect(await (await poll).json()).toEqual({ items: [], next_since: 0 })
    await third.service.stop()
    await third.storage.close()
  })
})
