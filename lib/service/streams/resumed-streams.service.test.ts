import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import type { AnnouncementTable } from '@/lib/service/monitors/tables'
import { announcementOf, publishMany } from '@/lib/testing/announcements'
import { chargesOf } from '@/lib/testing/ledger'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { formatTextCursor } from '../http/cursor'
import { paidStreamJob } from './paid-stream'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY_MS = 24 * 3_600_000
const MSIG = 450
const WITH_END_LINE = { accept: 'application/x-ndjson; end=1' }
const withHardLimit = (lookups: number) => ({ limits: { lookups }, spendCapPln: 0 })
const idsInOrder = (rows: readonly AnnouncementTable[]): string[] =>
  rows.toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1)).map(({ id }) => id)

type Line = {
  id?: string
  _cursor?: string
  _end?: { reason: string; returned: number; units: number; cursor: string }
}

const endOf = (lines: readonly Line[]) => {
  const { _end: end } = lines.at(-1) ?? {}
  return end
}

describe.each(engines)('resuming a stream on %s', (engine) => {
  let service: TestService
  let msig: AnnouncementTable[]
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    msig = await publishMany(service.storage, 'msig', MSIG)
    await publishMany(service.storage, 'krz', 30)
  })
  afterAll(() => service.stop())

  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  const callService = async (key: string, query: string) => {
    const answer = await service.request<string>(key, 'GET', `/v1/stream?source=msig${query}`, undefined, WITH_END_LINE)
    const lines = answer.status === 200 ? linesOf(answer.body) : []
    return {
      status: answer.status,
      start: answer.headers.get('x-stream-cursor') ?? '',
      ids: lines.flatMap(({ id }) => id ?? []),
      cursors: lines.flatMap(({ _cursor }) => _cursor ?? []),
      end: endOf(lines),
    }
  }
  /** Reads an answer whose connection breaks after `chunks` parts; the last part may have arrived only partly. */
  const breakOff = async (accountId: string, chunks: number, query = '') => {
    const request = new Request(`${service.url}/v1/stream?source=msig&limit=10000${query}`, { headers: WITH_END_LINE })
    const answer = await service.service.handleFor(service.principalOf(accountId), request)
    const reader = answer.body?.getReader()
    const lines: Line[] = []
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const { value } = (await reader?.read()) ?? {}
      lines.push(...linesOf(new TextDecoder().decode(value)))
    }
    await reader?.cancel()
    return {
      start: answer.headers.get('x-stream-cursor') ?? '',
      cursors: lines.flatMap(({ _cursor }) => _cursor ?? []),
    }
  }
  const unitsPaidBy = async (accountId: string) =>
    (await chargesOf(service, accountId)).reduce((sum, units) => sum + units, 0)

  it('returns a cursor in its header and after every part, and each cursor resumes at its own position', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { start, cursors, ids } = await callService(apiKey, '')
    expect(cursors).toHaveLength(2)
    expect(ids).toEqual(idsInOrder(msig))
    for (const [index, cursor] of [start, ...cursors].entries()) {
      const resumed = await callService(apiKey, `&cursor=${cursor}`)
      expect(resumed.ids).toEqual(ids.slice(index * 200))
      expect(resumed.end).toMatchObject({ reason: 'complete', units: 0 })
    }
    expect(await unitsPaidBy(accountId)).toBe(MSIG)
  })

  it.each([0, 1, 2])(
    'charges each line once when the connection breaks off after %i parts and the stream is resumed',
    async (chunks) => {
      const { accountId, apiKey } = await service.createAccount(withHardLimit(MSIG))
      const { start, cursors } = await breakOff(accountId, chunks)
      // The first part is charged before anything is sent.
      expect(await unitsPaidBy(accountId)).toBe(Math.max(1, chunks) * 200)
      const rest = await callService(apiKey, `&cursor=${start}`)
      expect(rest.ids).toEqual(idsInOrder(msig))
      expect(cursors).toHaveLength(chunks)
      expect(rest.end?.units).toBe(MSIG - Math.max(1, chunks) * 200)
      expect(await unitsPaidBy(accountId)).toBe(MSIG)
      // The pool is empty, but paid rows are returned again.
      expect((await callService(apiKey, `&cursor=${start}`)).ids).toHaveLength(MSIG)
      expect((await callService(apiKey, '')).status).toBe(402)
      expect(await unitsPaidBy(accountId)).toBe(MSIG)
    },
  )

  it('charges each line once when parallel calls resume from the same cursor', async () => {
    const { accountId, apiKey } = await service.createAccount(withHardLimit(10_000))
    const { start } = await breakOff(accountId, 1)
    const answers = await Promise.all([1, 2, 3, 4].map(() => callService(apiKey, `&cursor=${start}`)))
    for (const { ids } of answers) expect(ids).toEqual(idsInOrder(msig))
    expect(await unitsPaidBy(accountId)).toBe(MSIG)
  })

  it('charges again for another account, another query, and the same query a day later', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { start } = await breakOff(accountId, 3)
    const other = await service.createAccount()
    expect((await callService(other.apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    expect((await callService(apiKey, `&limit=5&date_from=2026-09-02&cursor=${start}`)).end?.units).toBe(5)
    service.clock.advance(DAY_MS - 1)
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(0)
    service.clock.advance(1)
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    service.clock.set(NOW)
  })

  it('does not charge HEAD and does not count its lines as paid', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { headers } = await service.request(apiKey, 'HEAD', '/v1/stream?source=msig&limit=5')
    const start = headers.get('x-stream-cursor') ?? ''
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    expect(await unitsPaidBy(accountId)).toBe(5)
  })

  it('returns only announcements published since, for any day, after a cursor of `complete`', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { end } = await callService(apiKey, '')
    expect(await callService(apiKey, `&cursor=${end?.cursor}`)).toMatchObject({
      ids: [],
      end: { reason: 'complete', units: 0 },
    })
    // These rows are stored late, for the very first day and for the last.
    const lateRows = [
      announcementOf('msig', 900_000, { day: '2026-09-01', published_at: NOW }),
      announcementOf('msig', 900_001, { day: '2026-11-20', published_at: NOW }),
    ]
    await insertAnnouncements(service.storage.db, lateRows)
    const later = await callService(apiKey, `&cursor=${end?.cursor}`)
    expect(later.ids).toEqual(idsInOrder(lateRows))
    expect((await callService(apiKey, `&cursor=${later.end?.cursor}`)).ids).toEqual([])
    expect(await unitsPaidBy(accountId)).toBe(MSIG + 2)
    await service.storage.db.deleteFrom('announcements').where('id', 'in', idsInOrder(lateRows)).execute()
  })

  it('returns after `complete` what an open transaction was still writing at that time', async () => {
    const { apiKey } = await service.createAccount()
    const lateRow = announcementOf('msig', 910_000, { published_at: '2026-11-20T10:00:00.000Z' })
    let ended: { reason: string; cursor: string } | undefined
    const read = async () => {
      ended = (await callService(apiKey, '')).end
    }
    await service.storage.db.transaction().execute(async (db) => {
      await insertAnnouncements(db, [lateRow])
      // SQLite has one writer, so there the call waits for the commit.
      if (engine === 'postgres') await read()
    })
    if (engine === 'postgres') expect((await callService(apiKey, `&cursor=${ended?.cursor}`)).ids).toEqual([lateRow.id])
    else expect((await callService(apiKey, '')).ids).toContain(lateRow.id)
    await service.storage.db.deleteFrom('announcements').where('id', '=', lateRow.id).execute()
  })

  it('resumes from a cursor of an older version without losing or repeating lines, then returns what was published since', async () => {
    const { apiKey } = await service.createAccount()
    // A stream that read a KRS day by id and broke in the middle of it; entries now have another order.
    const rows = Array.from({ length: 9 }, (_, index) => krsRow(index, 9 - index))
    await insertAnnouncements(service.storage.db, rows)
    const byId = idsInOrder(rows)
    const received = byId.slice(0, 4)
    const cursor = formatTextCursor('krs-changes', JSON.stringify([NOW, rows[0]?.day, received.at(-1)]))
    const changes = async (query: string) => {
      const { body } = await service.request<string>(
        apiKey,
        'GET',
        `/v1/krs/changes/stream?limit=3${query}`,
        undefined,
        WITH_END_LINE,
      )
      return linesOf(body)
    }
    const receivedIds: string[] = []
    for (let nextCursor = cursor; ;) {
      const lines = await changes(`&cursor=${nextCursor}`)
      receivedIds.push(...lines.flatMap(({ id }) => id ?? []))
      const end = endOf(lines)
      nextCursor = end?.cursor ?? ''
      if (end?.reason !== 'complete') continue
      const since = krsRow(99, 1, '2026-11-20T11:00:01.000Z')
      await insertAnnouncements(service.storage.db, [since])
      expect((await changes(`&cursor=${nextCursor}`)).flatMap(({ id }) => id ?? [])).toEqual([since.id])
      break
    }
    expect(receivedIds.toSorted()).toEqual(byId.slice(4).toSorted())
    await service.storage.db.deleteFrom('announcements').where('source', '=', 'krs').execute()
  })

  const krsRow = (index: number, entry: number, published_at = NOW) => {
    const row = announcementOf('krs', 950_000 + index, { day: '2026-11-19', krs: '0000000018', published_at })
    return { ...row, row: JSON.stringify({ id: row.id, entry_number: entry }) }
  }

  it('charges per ten changes over the whole stream, however often it breaks', async () => {
    const { accountId, apiKey } = await service.createAccount()
    await insertAnnouncements(
      service.storage.db,
      Array.from({ length: 25 }, (_, index) => krsRow(index, index)),
    )
    let cursor = ''
    for (let call = 0; call < 5; call += 1) {
      const { body } = await service.request<string>(
        apiKey,
        'GET',
        `/v1/krs/changes/stream?limit=5${cursor && `&cursor=${cursor}`}`,
        undefined,
        WITH_END_LINE,
      )
      cursor = endOf(linesOf(body))?.cursor ?? ''
    }
    expect(await chargesOf(service, accountId)).toEqual([1, 0, 1, 0, 1])
    await service.storage.db.deleteFrom('announcements').where('source', '=', 'krs').execute()
  })

  it('deletes the record of paid lines once they have to be paid for again', async () => {
    const { accountId } = await service.createAccount()
    await breakOff(accountId, 1)
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*) as n from paid_streams where account_id = ${accountId}`.execute(
          service.storage.db,
        )
      ).rows[0]?.n
    const after = (ms: number) => ({ ...service.service.dependencies, clock: () => new Date(Date.parse(NOW) + ms) })
    await paidStreamJob.run(after(DAY_MS - 1))
    expect(Number(await count())).toBe(1)
    await paidStreamJob.run(after(DAY_MS))
    expect(Number(await count())).toBe(0)
  })
})
