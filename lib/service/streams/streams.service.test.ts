import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { streamedAnnouncement, type StreamedAnnouncement } from '@/lib/contract/announcements'
import type { UsageSummary } from '@/lib/contract/usage'
import { inTransaction } from '@/lib/service/metering/statements/group-commit'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { announcementOf, publishMany } from '@/lib/testing/announcements'
import { withMeter } from '@/lib/testing/calls/metered'
import { gate } from '@/lib/testing/gate'
import { chargesOf, ledgerOf } from '@/lib/testing/ledger'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { openWatchedServer } from '@/lib/testing/watched-server'

const NOW = '2026-11-20T11:00:00.000Z'
const KRZ = 1090
const MSIG = 30
const withHardLimit = (lookups: number) => ({ limits: { lookups }, spendCapPln: 0 })
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
const idsOf = (text: string): string[] => linesOf(text).map((line) => (JSON.parse(line) as StreamedAnnouncement).id)
const idsInOrder = (rows: readonly AnnouncementTable[]): string[] =>
  rows.toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1)).map(({ id }) => id)

describe.each(engines)('the stream of announcements on %s', (engine) => {
  let service: TestService
  let krz: AnnouncementTable[]
  let msig: AnnouncementTable[]
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    krz = await publishMany(service.storage, 'krz', KRZ)
    msig = await publishMany(service.storage, 'msig', MSIG)
    await publishMany(service.storage, 'krs', 5)
  })
  afterAll(() => service.stop())

  const callService = (key: string, query = '') => service.request<string>(key, 'GET', `/v1/stream${query}`)
  /** Reads like the panel: nothing is produced before it is requested. */
  const open = async (accountId: string, query = '') => {
    const request = new Request(`${service.url}/v1/stream${query}`)
    const { body } = await service.service.handleFor(service.principalOf(accountId), request)
    if (!body) throw new Error('The answer has no body')
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const next = async () => decoder.decode((await reader.read()).value)
    const rest = async () => {
      const texts: string[] = []
      for (let text = await next(); text !== ''; text = await next()) texts.push(text)
      return texts.join('')
    }
    return { reader, next, rest }
  }

  it('returns both sources, oldest first, and charges each line once under one request id', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await callService(apiKey, '?limit=10000')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="announcements-2026-11-20.ndjson"')
    expect(idsOf(answer.body)).toEqual(idsInOrder([...krz, ...msig]))
    const ledger = await ledgerOf(service, accountId)
    const requestId = answer.headers.get('x-request-id')
    expect(ledger).toEqual(
      [200, 200, 200, 200, 200, 120].map((units, index) => ({
        operation: 'stream.announcements',
        pool: 'lookups',
        register: 'announcement',
        calls: index === 0 ? 1 : 0,
        units,
        month: '2026-11',
        day: '2026-11-20',
        request_id: requestId,
      })),
    )
    const { body: breakdown } = await service.request(apiKey, 'GET', '/v1/usage/breakdown')
    expect(breakdown).toEqual({ items: [{ endpoint: '/v1/stream', pool: 'lookups', calls: 1, units: 1120 }] })
    const { body: summary } = await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')
    expect(summary.counts).toMatchObject({ lookups: 1120, announcement: 1120, rejestr: 0 })
    expect(await chargesOf(service, accountId)).toHaveLength(6)
  })

  it('returns each announcement as the contract describes it, with its whole row', async () => {
    const { apiKey } = await service.createAccount()
    const { body } = await callService(apiKey, '?source=msig&limit=1')
    const [first] = idsInOrder(msig)
    const row = msig.find(({ id }) => id === first)
    expect(linesOf(body).map((line) => streamedAnnouncement.strict().parse(JSON.parse(line)))).toEqual([
      {
        id: first,
        source: 'msig',
        published_on: '2026-09-01',
        krs: null,
        nip: null,
        name: row?.name,
        title: 'Obwieszczenie próbne',
        row: JSON.parse(row?.row ?? '') as unknown,
      },
    ])
  })

  it('filters by source and days, applies the limit, and defaults to 1000 lines', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const ofDay = krz.filter(({ day }) => day >= '2026-09-02' && day <= '2026-09-03')
    expect(idsOf((await callService(apiKey, '?source=krz&date_from=2026-09-02&date_to=2026-09-03')).body)).toEqual(
      idsInOrder(ofDay),
    )
    expect(idsOf((await callService(apiKey, '?source=krz&limit=7')).body)).toEqual(idsInOrder(krz).slice(0, 7))
    expect(idsOf((await callService(apiKey)).body)).toEqual(idsInOrder([...krz, ...msig]).slice(0, 1000))
    expect(await chargesOf(service, accountId)).toEqual([80, 7, 200, 200, 200, 200, 200])
  })

  it('charges 0 for an empty answer, even when the pool is used up', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(0))
    expect(await callService(apiKey, '?date_from=2026-11-19')).toMatchObject({ status: 200, body: '' })
    expect(await ledgerOf(service, accountId)).toMatchObject([{ calls: 1, units: 0 }])
    expect(await chargesOf(service, accountId)).toEqual([0])
  })

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=10001', 'limit'],
    ['?limit=many', 'limit'],
    ['?source=krs', 'source'],
    ['?date_from=2026-11-31', 'date_from'],
    ['?date_from=2026-11-02&date_to=2026-11-01', 'date_from'],
  ])('rejects %s with 422 and charges nothing', async (query, field) => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await callService(apiKey, query)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', field] }] } })
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it.each([
    [1, [1]],
    [199, [199]],
    [200, [200]],
    [201, [200, 1]],
    [400, [200, 200]],
    [450, [200, 200, 50]],
  ])('ends when a pool of %i runs out, and returns 402 from then on', async (poolSize, charges) => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(poolSize))
    expect(idsOf((await callService(apiKey)).body)).toEqual(idsInOrder([...krz, ...msig]).slice(0, poolSize))
    expect(await callService(apiKey)).toMatchObject({
      status: 402,
      body: { detail: { code: 'payment_required', pool: 'lookups', limit: poolSize, used: poolSize } },
    })
    expect(await chargesOf(service, accountId)).toEqual(charges)
  })

  it('continues into overage up to the spend cap, exact to the grosz', async () => {
    // 1 PLN at 8 grosz buys 12 units in addition to the 195 included ones.
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 195 }, spendCapPln: 1 })
    expect(idsOf((await callService(apiKey)).body)).toHaveLength(207)
    expect((await service.request(apiKey, 'GET', '/v1/usage/api')).body).toMatchObject({
      used: 207,
      overage_units: 12,
      overage_grosz: 96,
      allowance: 0,
    })
    expect(await callService(apiKey)).toMatchObject({ status: 402, body: { detail: { pool: 'overage' } } })
    expect(await chargesOf(service, accountId)).toEqual([200, 7])
  })

  it('never exceeds the pool with parallel streams, and returns exactly as many lines as were charged', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(1333))
    const answers = await Promise.all(Array.from({ length: 8 }, () => callService(apiKey, '?limit=500')))
    const lines = answers.map(({ status, body }) => (status === 200 ? linesOf(body).length : 0))
    expect(lines.reduce((sum, count) => sum + count, 0)).toBe(1333)
    expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true)
    expect((await chargesOf(service, accountId)).reduce((sum, units) => sum + units, 0)).toBe(1333)
  })

  it('charges a reader who disconnects from the HTTP server for the chunks that were produced', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const watchedServer = await openWatchedServer(service.service, { maxChunks: 3 })
    const clientRequest = get(`${watchedServer.url}/v1/stream?limit=10000`, {
      headers: { 'x-api-key': apiKey },
      agent: false,
    })
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    await once(answer, 'data')
    clientRequest.destroy()
    const chunks = await watchedServer.hungUp
    expect(chunks).toBeGreaterThan(0)
    expect(await chargesOf(service, accountId)).toEqual([200, 200, 200].slice(0, chunks))
    await watchedServer.close()
  })

  it('produces no more chunks after the reader disconnects between two chunks', async () => {
    const { accountId } = await service.createAccount()
    const { reader, next } = await open(accountId)
    expect(idsOf(await next())).toHaveLength(200)
    expect(await chargesOf(service, accountId)).toEqual([200])
    expect(idsOf(await next())).toHaveLength(200)
    await reader.cancel()
    expect(await chargesOf(service, accountId)).toEqual([200, 200])
  })

  it('finishes the current chunk after the reader disconnects, and leaves no transaction open', async () => {
    const { accountId } = await service.createAccount()
    const { reader, next } = await open(accountId)
    await next()
    // The stream requests the next chunk as soon as its last read has ended.
    await setImmediate()
    const pendingRead = reader.read()
    await reader.cancel()
    expect(await pendingRead).toEqual({ done: true, value: undefined })
    await expect.poll(async () => (await ledgerOf(service, accountId)).length).toBe(2)
    expect(await chargesOf(service, accountId)).toEqual([200, 200])
    if (engine === 'postgres') {
      const open = sql<{ count: number }>`
        select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
      expect((await open.execute(service.storage.db)).rows).toEqual([{ count: 0 }])
    }
  })

  it('skips and repeats no lines while new announcements are published', async () => {
    const { accountId } = await service.createAccount()
    const { next, rest } = await open(accountId, '?source=msig')
    const { next: nextOfKrz, rest: restOfKrz } = await open(accountId, '?source=krz&limit=10000')
    const firstChunk = await nextOfKrz()
    service.clock.advance(1000)
    const latePublication = { published_at: service.clock.now().toISOString() }
    await insertAnnouncements(service.storage.db, [
      announcementOf('krz', 100_000, { ...latePublication, day: '2026-09-01' }),
      announcementOf('krz', 100_001, { ...latePublication, day: '2026-11-20' }),
    ])
    expect(idsOf(firstChunk + (await restOfKrz()))).toEqual(idsInOrder(krz))
    expect(idsOf((await next()) + (await rest()))).toEqual(idsInOrder(msig))
    await service.storage.db
      .deleteFrom('announcements')
      .where('published_at', '=', latePublication.published_at)
      .execute()
    service.clock.set(NOW)
  })

  it('charges each chunk to the month in which it is produced', async () => {
    const { accountId } = await service.createAccount()
    service.clock.set('2026-11-30T22:59:59.000Z')
    const { next, rest } = await open(accountId, '?limit=500')
    await next()
    service.clock.set('2026-11-30T23:00:00.000Z')
    expect(idsOf(await rest())).toHaveLength(300)
    service.clock.set(NOW)
    expect((await ledgerOf(service, accountId)).map(({ day, units }) => [day, units])).toEqual([
      ['2026-11-30', 200],
      ['2026-12-01', 200],
      ['2026-12-01', 100],
    ])
    expect(await chargesOf(service, accountId)).toHaveLength(3)
  })

  // PostgreSQL gives each chunk a separate transaction.
  it.runIf(engine === 'sqlite')('loses no chunk when the transaction that it shares is retried', async () => {
    const { accountId } = await service.createAccount()
    const other = await service.createAccount()
    await sql`
      create trigger poison before insert on ledger when new.account_id = ${sql.lit(other.accountId)}
      begin select raise(abort, 'poisoned'); end
    `.execute(service.storage.db)
    const { next, rest } = await open(accountId, '?limit=10000')
    const first = await next()
    const release = gate()
    const busy = gate()
    const holding = inTransaction(service.storage, async () => {
      busy.open()
      await release.opened
    })
    await busy.opened
    // Both wait for the call that holds the store, and then share a transaction.
    const second = next()
    const refused = withMeter(service, { accountId: other.accountId, pool: 'lookups' }, (meter) => meter.charge(1))
    await setImmediate()
    release.open()
    await holding
    await expect(refused).rejects.toThrow('poisoned')
    expect(idsOf(first + (await second) + (await rest()))).toEqual(idsInOrder([...krz, ...msig]))
    expect(await chargesOf(service, accountId)).toEqual([200, 200, 200, 200, 200, 120])
    await sql`drop trigger poison`.execute(service.storage.db)
  })

  type End = { reason: string; returned: number; units: number; cursor: string }
  const WITH_END_LINE = { accept: 'application/x-ndjson; end=1' }
  /** Reads a stream whose last line is its end, which is not an announcement. */
  const readWithEnd = async (key: string, query: string) => {
    const { body, headers } = await service.request<string>(key, 'GET', `/v1/stream${query}`, undefined, WITH_END_LINE)
    const lines = linesOf(body)
    const { _end } = JSON.parse(lines.at(-1) ?? '{}') as { _end: End }
    const rows = lines.slice(0, -1).filter((line) => !line.startsWith('{"_cursor"'))
    return { ids: rows.map((line) => (JSON.parse(line) as { id: string }).id), end: _end, headers }
  }

  it.each([
    { reason: 'complete', query: '?source=msig', left: 1000, returned: 30 },
    { reason: 'complete', query: '?limit=1120', left: 2000, returned: 1120 },
    { reason: 'limit', query: '?limit=200', left: 1000, returned: 200 },
    { reason: 'limit', query: '?limit=7', left: 7, returned: 7 },
    { reason: 'pool', query: '', left: 450, returned: 450 },
    { reason: 'pool', query: '', left: 200, returned: 200 },
    { reason: 'complete', query: '?date_from=2026-11-19', left: 0, returned: 0 },
    // Chunk, limit and pool end at the same row, or one of them before or after the others.
    { reason: 'limit', query: '?limit=200', left: 200, returned: 200 },
    { reason: 'pool', query: '?limit=201', left: 200, returned: 200 },
    { reason: 'limit', query: '?limit=400', left: 400, returned: 400 },
    { reason: 'pool', query: '?limit=400', left: 399, returned: 399 },
    { reason: 'limit', query: '?limit=1119', left: 1119, returned: 1119 },
    { reason: 'complete', query: '?limit=1120', left: 1120, returned: 1120 },
    { reason: 'complete', query: '?limit=10000', left: 1120, returned: 1120 },
    { reason: 'pool', query: '?limit=10000', left: 1119, returned: 1119 },
  ])(
    'reports in its last line that $query ended by $reason, with $left units remaining at the start',
    async ({ reason, query, left, returned }) => {
      const { accountId, apiKey } = await service.createAccount(withHardLimit(left))
      const { ids, end, headers } = await readWithEnd(apiKey, query)
      expect(headers.get('content-type')).toBe('application/x-ndjson; end=1')
      expect(ids).toHaveLength(returned)
      expect(end).toEqual({ reason, returned, units: returned, cursor: expect.any(String) as string })
      expect((await chargesOf(service, accountId)).reduce((sum, each) => sum + each, 0)).toBe(returned)
    },
  )

  it('resumes with its cursor until the end, charging each line once and omitting later publications', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(500))
    const first = await readWithEnd(apiKey, '?limit=10000')
    expect([first.ids.length, first.end.reason]).toEqual([500, 'pool'])
    await service.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
    service.clock.advance(1000)
    const latePublishedAt = service.clock.now().toISOString()
    await insertAnnouncements(service.storage.db, [
      announcementOf('krz', 200_000, { published_at: latePublishedAt, day: '2026-11-20' }),
    ])
    const ids = [...first.ids]
    for (let { end } = first; end.reason !== 'complete';) {
      const next = await readWithEnd(apiKey, `?limit=300&cursor=${end.cursor}`)
      ids.push(...next.ids)
      end = next.end
    }
    expect(ids).toEqual(idsInOrder([...krz, ...msig]))
    expect((await chargesOf(service, accountId)).reduce((sum, each) => sum + each, 0)).toBe(ids.length)
    await service.storage.db.deleteFrom('announcements').where('published_at', '=', latePublishedAt).execute()
    service.clock.set(NOW)
  })

  it.each([
    [200, 200],
    [201, 200],
    [400, 399],
    [1119, 1119],
    [10_000, 1119],
  ])(
    'limit %i of a pool of %i: returns 402 while the pool is used up, then the rest, each line charged once',
    async (limit, poolSize) => {
      const { accountId, apiKey } = await service.createAccount(withHardLimit(poolSize))
      const first = await readWithEnd(apiKey, `?limit=${limit}`)
      const further = `?limit=10000&cursor=${first.end.cursor}`
      expect((await callService(apiKey, further)).status).toBe(402)
      await service.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
      const rest = await readWithEnd(apiKey, further)
      expect([rest.end.reason, rest.end.returned]).toEqual(['complete', KRZ + MSIG - poolSize])
      expect([...first.ids, ...rest.ids]).toEqual(idsInOrder([...krz, ...msig]))
      expect((await chargesOf(service, accountId)).reduce((sum, each) => sum + each, 0)).toBe(KRZ + MSIG)
    },
  )

  it.each([
    'x',
    'c3RyZWFtIFtd',
    Buffer.from('krs-changes ["2026-11-20T11:00:00.000Z","2026-09-01","a"]').toString('base64url'),
  ])('rejects the cursor %s, which it did not issue', async (cursor) => {
    const { apiKey } = await service.createAccount()
    const answer = await callService(apiKey, `?cursor=${cursor}`)
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } })
  })

  it.each([
    ['?limit=7', 'limit', 7],
    ['?limit=10000', 'pool', 450],
    ['?source=msig', 'complete', 30],
  ])('reports in a trailer how %s ended if no last line was requested', async (query, reason, returned) => {
    const { apiKey } = await service.createAccount(withHardLimit(450))
    const clientRequest = get(`${service.url}/v1/stream${query}`, { headers: { 'x-api-key': apiKey }, agent: false })
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    expect(answer.headers.trailer).toBe('x-stream-end')
    expect(idsOf(text)).toHaveLength(returned)
    expect(JSON.parse(answer.trailers['x-stream-end'] ?? '')).toMatchObject({ _end: { reason, returned } })
  })

  it('sends the panel no trailer, and a last line on request', async () => {
    const { accountId } = await service.createAccount()
    const { headers } = await service.requestAs(service.principalOf(accountId), 'GET', '/v1/stream?limit=1')
    expect([headers.get('trailer'), headers.get('transfer-encoding')]).toEqual([null, null])
    const answerWithEnd = await service.requestAs<string>(
      service.principalOf(accountId),
      'GET',
      '/v1/stream?limit=1',
      undefined,
      WITH_END_LINE,
    )
    expect(linesOf(answerWithEnd.body)).toHaveLength(2)
  })

  it('breaks off when a chunk cannot be read, and charges nothing for that chunk', async () => {
    const { accountId } = await service.createAccount()
    const { reader, next } = await open(accountId)
    await next()
    await sql`alter table announcements rename to announcements_away`.execute(service.storage.db)
    await expect(reader.read()).rejects.toThrow('The stream was cut off')
    await sql`alter table announcements_away rename to announcements`.execute(service.storage.db)
    expect(await chargesOf(service, accountId)).toEqual([200])
  })
})
