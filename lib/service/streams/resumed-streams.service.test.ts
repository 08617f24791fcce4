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
const ENDING = { accept: 'application/x-ndjson; end=1' }
const hard = (lookups: number) => ({ limits: { lookups }, spendCapPln: 0 })
const inOrder = (rows: readonly AnnouncementTable[]): string[] =>
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

describe.each(engines)('going on with a stream on %s', (engine) => {
  let on: TestService
  let msig: AnnouncementTable[]
  beforeAll(async () => {
    on = await startTestService({ engine, now: NOW })
    msig = await publishMany(on.storage, 'msig', MSIG)
    await publishMany(on.storage, 'krz', 30)
  })
  afterAll(() => on.stop())

  const linesOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  const callService = async (key: string, query: string) => {
    const answer = await on.request<string>(key, 'GET', `/v1/stream?source=msig${query}`, undefined, ENDING)
    const lines = answer.status === 200 ? linesOf(answer.body) : []
    return {
      status: answer.status,
      start: answer.headers.get('x-stream-cursor') ?? '',
      ids: lines.flatMap(({ id }) => id ?? []),
      cursors: lines.flatMap(({ _cursor }) => _cursor ?? []),
      end: endOf(lines),
    }
  }
  /** An answer whose connection breaks after `chunks` parts; the last part may have arrived only partly. */
  const breakOff = async (accountId: string, chunks: number, query = '') => {
    const request = new Request(`${on.url}/v1/stream?source=msig&limit=10000${query}`, { headers: ENDING })
    const answer = await on.service.handleFor(on.principalOf(accountId), request)
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
  const paidBy = async (accountId: string) => (await chargesOf(on, accountId)).reduce((sum, units) => sum + units, 0)

  it('has a cursor in its header and after every part, and each goes on from where it stands', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const { start, cursors, ids } = await callService(apiKey, '')
    expect(cursors).toHaveLength(2)
    expect(ids).toEqual(inOrder(msig))
    for (const [at, cursor] of [start, ...cursors].entries()) {
      const again = await callService(apiKey, `&cursor=${cursor}`)
      expect(again.ids).toEqual(ids.slice(at * 200))
      expect(again.end).toMatchObject({ reason: 'complete', units: 0 })
    }
    expect(await paidBy(accountId)).toBe(MSIG)
  })

  it.each([0, 1, 2])('costs nothing more for lines that never arrived, broken off after %i parts', async (chunks) => {
    const { accountId, apiKey } = await on.createAccount(hard(MSIG))
    const { start, cursors } = await breakOff(accountId, chunks)
    // The first part is charged before anything is sent.
    expect(await paidBy(accountId)).toBe(Math.max(1, chunks) * 200)
    const rest = await callService(apiKey, `&cursor=${start}`)
    expect(rest.ids).toEqual(inOrder(msig))
    expect(cursors).toHaveLength(chunks)
    expect(rest.end?.units).toBe(MSIG - Math.max(1, chunks) * 200)
    expect(await paidBy(accountId)).toBe(MSIG)
    // The pool is empty, but paid rows are returned again.
    expect((await callService(apiKey, `&cursor=${start}`)).ids).toHaveLength(MSIG)
    expect((await callService(apiKey, '')).status).toBe(402)
    expect(await paidBy(accountId)).toBe(MSIG)
  })

  it('charges two calls that go on at once together for each line once', async () => {
    const { accountId, apiKey } = await on.createAccount(hard(10_000))
    const { start } = await breakOff(accountId, 1)
    const answers = await Promise.all([1, 2, 3, 4].map(() => callService(apiKey, `&cursor=${start}`)))
    for (const { ids } of answers) expect(ids).toEqual(inOrder(msig))
    expect(await paidBy(accountId)).toBe(MSIG)
  })

  it('charges whoever did not pay: another account, another question, a day later', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const { start } = await breakOff(accountId, 3)
    const other = await on.createAccount()
    expect((await callService(other.apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    expect((await callService(apiKey, `&limit=5&date_from=2026-09-02&cursor=${start}`)).end?.units).toBe(5)
    on.clock.advance(DAY_MS - 1)
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(0)
    on.clock.advance(1)
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    on.clock.set(NOW)
  })

  it('never charges HEAD, and remembers nothing of it as paid', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const { headers } = await on.request(apiKey, 'HEAD', '/v1/stream?source=msig&limit=5')
    const start = headers.get('x-stream-cursor') ?? ''
    expect((await callService(apiKey, `&limit=5&cursor=${start}`)).end?.units).toBe(5)
    expect(await paidBy(accountId)).toBe(5)
  })

  it('follows a cursor of `complete` with what appeared since, of whatever day, and nothing else', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const { end } = await callService(apiKey, '')
    expect(await callService(apiKey, `&cursor=${end?.cursor}`)).toMatchObject({
      ids: [],
      end: { reason: 'complete', units: 0 },
    })
    // Stored late: for the very first day, and for the last.
    const late = [
      announcementOf('msig', 900_000, { day: '2026-09-01', published_at: NOW }),
      announcementOf('msig', 900_001, { day: '2026-11-20', published_at: NOW }),
    ]
    await insertAnnouncements(on.storage.db, late)
    const later = await callService(apiKey, `&cursor=${end?.cursor}`)
    expect(later.ids).toEqual(inOrder(late))
    expect((await callService(apiKey, `&cursor=${later.end?.cursor}`)).ids).toEqual([])
    expect(await paidBy(accountId)).toBe(MSIG + 2)
    await on.storage.db.deleteFrom('announcements').where('id', 'in', inOrder(late)).execute()
  })

  it('finds after `complete` what a transaction was still writing then', async () => {
    const { apiKey } = await on.createAccount()
    const late = announcementOf('msig', 910_000, { published_at: '2026-11-20T10:00:00.000Z' })
    let ended: { reason: string; cursor: string } | undefined
    const read = async () => {
      ended = (await callService(apiKey, '')).end
    }
    await on.storage.db.transaction().execute(async (db) => {
      await insertAnnouncements(db, [late])
      // SQLite has one writer, so there the call waits for the commit.
      if (engine === 'postgres') await read()
    })
    if (engine === 'postgres') expect((await callService(apiKey, `&cursor=${ended?.cursor}`)).ids).toEqual([late.id])
    else expect((await callService(apiKey, '')).ids).toContain(late.id)
    await on.storage.db.deleteFrom('announcements').where('id', '=', late.id).execute()
  })

  it('goes on with a cursor of an older version, without loss or repetition, and after it with what came since', async () => {
    const { apiKey } = await on.createAccount()
    // A stream that read a KRS day by id and broke in the middle of it; entries now have another order.
    const rows = Array.from({ length: 9 }, (_, index) => krsRow(index, 9 - index))
    await insertAnnouncements(on.storage.db, rows)
    const byId = inOrder(rows)
    const had = byId.slice(0, 4)
    const cursor = formatTextCursor('krs-changes', JSON.stringify([NOW, rows[0]?.day, had.at(-1)]))
    const changes = async (query: string) => {
      const { body } = await on.request<string>(
        apiKey,
        'GET',
        `/v1/krs/changes/stream?limit=3${query}`,
        undefined,
        ENDING,
      )
      return linesOf(body)
    }
    const got: string[] = []
    for (let at = cursor; ;) {
      const lines = await changes(`&cursor=${at}`)
      got.push(...lines.flatMap(({ id }) => id ?? []))
      const end = endOf(lines)
      at = end?.cursor ?? ''
      if (end?.reason !== 'complete') continue
      const since = krsRow(99, 1, '2026-11-20T11:00:01.000Z')
      await insertAnnouncements(on.storage.db, [since])
      expect((await changes(`&cursor=${at}`)).flatMap(({ id }) => id ?? [])).toEqual([since.id])
      break
    }
    expect(got.toSorted()).toEqual(byId.slice(4).toSorted())
    await on.storage.db.deleteFrom('announcements').where('source', '=', 'krs').execute()
  })

  const krsRow = (index: number, entry: number, published_at = NOW) => {
    const row = announcementOf('krs', 950_000 + index, { day: '2026-11-19', krs: '0000000018', published_at })
    return { ...row, row: JSON.stringify({ id: row.id, entry_number: entry }) }
  }

  it('charges tens of changes over the whole stream, however often it breaks', async () => {
    const { accountId, apiKey } = await on.createAccount()
    await insertAnnouncements(
      on.storage.db,
      Array.from({ length: 25 }, (_, index) => krsRow(index, index)),
    )
    let cursor = ''
    for (let call = 0; call < 5; call += 1) {
      const { body } = await on.request<string>(
        apiKey,
        'GET',
        `/v1/krs/changes/stream?limit=5${cursor && `&cursor=${cursor}`}`,
        undefined,
        ENDING,
      )
      cursor = endOf(linesOf(body))?.cursor ?? ''
    }
    expect(await chargesOf(on, accountId)).toEqual([1, 0, 1, 0, 1])
    await on.storage.db.deleteFrom('announcements').where('source', '=', 'krs').execute()
  })

  it('forgets what is to be paid again anyway', async () => {
    const { accountId } = await on.createAccount()
    await breakOff(accountId, 1)
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*) as n from paid_streams where account_id = ${accountId}`.execute(
          on.storage.db,
        )
      ).rows[0]?.n
    const after = (ms: number) => ({ ...on.service.dependencies, clock: () => new Date(Date.parse(NOW) + ms) })
    await paidStreamJob.run(after(DAY_MS - 1))
    expect(Number(await count())).toBe(1)
    await paidStreamJob.run(after(DAY_MS))
    expect(Number(await count())).toBe(0)
  })
})
