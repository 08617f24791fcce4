import { createHash, randomUUID } from 'node:crypto'

import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { WhiteListResult } from '@/lib/contract/white-list'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import type { FetchService } from '@/lib/panel/context'
import { listWhiteListNips, openWhiteList, whiteListUnits } from '@/lib/testing/delivery/white-list-client'
import { freeNipOf } from '@/lib/testing/identifiers'
import { measureYields } from '@/lib/testing/measure-yields'
import { fetchAs } from '@/lib/testing/panel-context'
import { rounds } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'
import { SAMPLE_NOW } from '@/lib/testing/stores'

import { whiteListRunOperations } from './contract/runs'
import { formatAccount } from './domain/account'

const HOUR_MS = 3_600_000
/** An account with a valid checksum that is on no list. */
const ACCOUNT = '61109010140000071219812874'
/** A list of ten thousand rows without its 137 invalid ones, which never leave the page. */
const VALID_ROWS = rounds({ long: 10_000 - 137, short: 1_863 })
const POOL = rounds({ long: 5_000, short: 943 })

describe.each(sqliteOnly)('white-list runs on %s', (engine) => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine, content: 'sample' })
  })
  beforeEach(() => testService.clock.set(SAMPLE_NOW))
  afterAll(() => testService.stop())

  const runUntilIdle = async (client: Awaited<ReturnType<typeof openWhiteList>>, id: string) => {
    for (let attempt = 0; (await client.get(id)).state === 'running' && attempt < 50; attempt += 1)
      await client.runJob()
  }

  const single = async (accountId: string, nip: string) =>
    (
      await testService.requestAs<WhiteListResult>(
        testService.principalOf(accountId),
        'GET',
        `/v1/wpv/record?nip=${nip}`,
      )
    ).body

  it('use up the pool, continue after midnight, and return the same results as single calls', async () => {
    const client = await openWhiteList(testService, { account: { limits: { wpv_checks: POOL } } })
    const nips = await listWhiteListNips(testService, VALID_ROWS)
    const { id } = await client.create(nips, { after_midnight: true, name: 'kontrahenci.xlsx' })
    const began = performance.now()
    await runUntilIdle(client, id)
    const first = await client.get(id)
    expect(first).toMatchObject({ state: 'waiting', reason: 'pool', units: POOL, answered: POOL, unsure: 0, errors: 0 })
    expect(await whiteListUnits(testService, client.accountId)).toBe(POOL)
    // No call is made before the pool is renewed.
    await client.runJob()
    expect(await whiteListUnits(testService, client.accountId)).toBe(POOL)
    for (let day = 0; day < 5 && (await client.get(id)).state === 'waiting'; day += 1) {
      testService.clock.set((await client.get(id)).wait_until ?? '')
      await client.runJob()
    }
    const spent = performance.now() - began
    const finished = await client.get(id)
    expect(finished).toMatchObject({
      state: 'done',
      rows: VALID_ROWS,
      numbers: VALID_ROWS,
      answered: VALID_ROWS,
      units: VALID_ROWS,
      unsaid: 0,
    })
    expect(await whiteListUnits(testService, client.accountId)).toBe(VALID_ROWS)
    process.stdout.write(`${VALID_ROWS} checks on ${engine}: ${Math.round(spent)} ms\n`)
    const other = await testService.createAccount()
    for (let index = 0; index < VALID_ROWS; index += Math.ceil(VALID_ROWS / 60)) {
      const answer = await single(other.accountId, nips[index] ?? '')
      const { items } = await client.rows(id, { limit: 1, offset: index })
      const status = { Czynny: 'active', Zwolniony: 'exempt', Niezarejestrowany: 'unregistered' }
      expect(items[0]).toMatchObject({
        line: index + 1,
        number: nips[index],
        state: 'answered',
        name: answer.name,
        status: answer.subject ? status[answer.subject.status_vat as 'Czynny'] : 'not_found',
        removed_on: answer.subject?.status_vat === 'Niezarejestrowany' ? answer.subject.removal_date : null,
      })
    }
    const { groups } = finished
    expect(groups.active + groups.exempt + groups.unregistered + groups.not_found).toBe(VALID_ROWS)
    expect(groups.active).toBeGreaterThan(0)
    expect(groups.not_found).toBeGreaterThan(0)
  }, 300_000)

  it('are paused when the pool is empty, and continue when a user resumes them', async () => {
    const client = await openWhiteList(testService, { account: { limits: { wpv_checks: 70 } } })
    const { id } = await client.create(await listWhiteListNips(testService, 120))
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'paused', reason: 'pool', answered: 70, units: 70 })
    testService.clock.advance(24 * HOUR_MS)
    await client.runJob()
    expect((await client.get(id)).answered).toBe(70)
    await client.resume(id)
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 120, units: 120 })
  })

  it('are created once per id, and are not accessible to other accounts', async () => {
    const client = await openWhiteList(testService)
    const stranger = await openWhiteList(testService)
    const id = randomUUID()
    const nips = await listWhiteListNips(testService, 3)
    const created = await Promise.all([
      client.create(nips, { id }),
      client.create(nips, { id }),
      client.create(nips, { id }),
    ])
    expect(created.map((run) => run.id)).toEqual([id, id, id])
    expect((await client.list()).total).toBe(1)
    for (const call of [
      () => stranger.get(id),
      () => stranger.rows(id),
      () => stranger.cancel(id),
      () => stranger.resume(id),
      () => stranger.remove(id),
      () => stranger.file(id, 'pdf'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    const ownRun = await stranger.create(nips)
    await expect(stranger.changes(ownRun.id, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.create(nips, { id })).rejects.toMatchObject({ code: 'conflict' })
    await client.runJob()
    expect(await whiteListUnits(testService, client.accountId)).toBe(3)
  })

  it('reject invalid numbers, accounts and days, and more rows than allowed', async () => {
    const client = await openWhiteList(testService)
    const [nip = ''] = await listWhiteListNips(testService, 1)
    const row = (overrides: object) => client.create([], { rows: [{ line: 7, nip, ...overrides }] })
    await expect(row({ nip: '1234567890' })).rejects.toMatchObject({ detail: [{ loc: ['body', 'rows', 0, 'nip'] }] })
    await expect(row({ account: '123' })).rejects.toMatchObject({ detail: [{ loc: ['body', 'rows', 0, 'account'] }] })
    await expect(row({ day: '2027-01-01' })).rejects.toMatchObject({ detail: [{ loc: ['body', 'rows', 0, 'day'] }] })
    const { body } = whiteListRunOperations['whiteListRuns.create']
    const rows = (count: number) => Array.from({ length: count }, (_, line) => ({ line: line + 1, nip }))
    const accepts = (count: number) => body.safeParse({ id: randomUUID(), rows: rows(count) }).success
    expect([accepts(0), accepts(1), accepts(10_000), accepts(10_001)]).toEqual([false, true, true, false])
    expect((await client.list()).total).toBe(0)
  })

  it('charge a number once, regardless of how many accounts and days are checked for it', async () => {
    const client = await openWhiteList(testService)
    const listed = await testService.storage.db
      .selectFrom('white_list_entries')
      .innerJoin('subjects', 'subjects.id', 'white_list_entries.company_id')
      .select(['subjects.nip', 'white_list_entries.row'])
      .where('subjects.vat_status', '=', 'Czynny')
      .where('white_list_entries.row', 'like', '%"has_virtual_accounts":false%')
      .where('white_list_entries.row', 'not like', '%"account_numbers":[]%')
      .orderBy('subjects.nip')
      .executeTakeFirstOrThrow()
    const { account_numbers: accounts } = JSON.parse(listed.row) as { account_numbers: string[] }
    const nip = listed.nip ?? ''
    const { id } = await client.create([], {
      rows: [
        { line: 1, nip, account: accounts[0] },
        { line: 2, nip, account: ACCOUNT },
        { line: 3, nip, account: ACCOUNT, day: '2026-01-05' },
        { line: 4, nip },
        { line: 5, nip: `PL ${nip}` },
        { line: 6, nip: freeNipOf(1), account: ACCOUNT },
      ],
    })
    await client.runJob()
    const run = await client.get(id)
    expect(run).toMatchObject({ state: 'done', rows: 5, numbers: 2, units: 2 })
    expect(run.groups).toMatchObject({ account_listed: 1, account_not_listed: 3, not_found: 1 })
    const { items } = await client.rows(id)
    expect(items.map(({ line, verdict, day }) => [line, verdict, day])).toEqual([
      [1, 'listed', null],
      [2, 'not_listed', null],
      [3, 'not_listed', '2026-01-05'],
      [4, null, null],
      [6, 'not_listed', null],
    ])
    expect((await client.rows(id, { group: 'account_not_listed' })).total).toBe(3)
    expect((await client.rows(id, { q: nip.slice(0, 5) })).total).toBe(4)
    expect((await client.rows(id, { q: (items[0]?.name ?? '').slice(2, 9) })).total).toBe(4)
    expect((await client.rows(id, { order: 'name', descending: 'true' })).items.map(({ line }) => line)).toHaveLength(5)
    // The hash matches the stored text exactly.
    const storedAnswers = await testService.storage.db
      .selectFrom('white_list_numbers')
      .select(['answer', 'sha256'])
      .where('run_id', '=', id)
      .execute()
    for (const { answer, sha256 } of storedAnswers)
      expect(
        createHash('sha256')
          .update(answer ?? '')
          .digest('hex'),
      ).toBe(sha256)
  })

  /** A service connection on which every white list answer is made and then lost while `isLost` returns true. */
  const losing = (accountId: string, isLost: () => boolean, keepsKeys: boolean) => {
    const calls: string[] = []
    const fetchService: FetchService = async (path, init) => {
      const headers = new Headers(init?.headers)
      calls.push(headers.get('idempotency-key') ?? '')
      if (!keepsKeys) headers.delete('idempotency-key')
      const answer = await fetchAs(testService, accountId)(path, { ...init, headers })
      if (answer.ok && isLost()) throw new TypeError('fetch failed')
      return answer
    }
    return { fetchService, calls }
  }

  it('never pay twice when answers are lost, ten times in a row', async () => {
    const { accountId } = await testService.createAccount()
    let answers = 0
    // Every second answer is lost.
    const connection = losing(accountId, () => (answers += 1) % 2 === 1, true)
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => connection.fetchService } })
    const { id } = await client.create(await listWhiteListNips(testService, 500))
    for (let attempt = 0; attempt < 40 && (await client.get(id)).state !== 'done'; attempt += 1) {
      await client.runJob()
      testService.clock.advance(60_000)
    }
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 500, units: 500, unsaid: 0, unsure: 0 })
    expect(connection.calls).toHaveLength(20)
    expect(new Set(connection.calls).size).toBe(10)
    expect(await whiteListUnits(testService, accountId)).toBe(500)
  })

  it('mark numbers as unsure that a service without keys may have charged, and request them again only on demand', async () => {
    const { accountId } = await testService.createAccount()
    let isLost = false
    const connection = losing(accountId, () => isLost, false)
    const client = await openWhiteList(testService, {
      accountId,
      jobs: { fetchFor: () => connection.fetchService, isEmbedded: false },
    })
    const { id } = await client.create(await listWhiteListNips(testService, 150))
    isLost = true
    await client.runJob()
    expect(await client.get(id)).toMatchObject({
      state: 'waiting',
      reason: 'upstream',
      answered: 0,
      unsure: 50,
      units: 0,
    })
    isLost = false
    testService.clock.advance(60_000)
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 100, unsure: 50, units: 100 })
    expect((await client.rows(id, { group: 'unsure' })).total).toBe(50)
    expect(await whiteListUnits(testService, accountId)).toBe(150)
    await client.resume(id)
    await client.runJob()
    expect(connection.calls).toHaveLength(3)
    await client.resume(id, true)
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 150, unsure: 0, units: 150 })
    expect(await whiteListUnits(testService, accountId)).toBe(200)
  })

  it('are paused when the service does not answer, and complete the open call when resumed', async () => {
    const { accountId } = await testService.createAccount()
    let isDown = true
    const connection: FetchService = (path, init) =>
      isDown ? Promise.resolve(new Response('<html>', { status: 502 })) : fetchAs(testService, accountId)(path, init)
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => connection } })
    const { id } = await client.create(await listWhiteListNips(testService, 60))
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await client.runJob()
      testService.clock.advance(15 * 60_000)
    }
    expect(await client.get(id)).toMatchObject({ state: 'paused', reason: 'upstream', unsure: 0, errors: 0 })
    isDown = false
    await client.resume(id)
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 60, units: 60 })
  })

  it('work with a service that reports neither remaining units nor cost', async () => {
    const { accountId } = await testService.createAccount({ limits: { wpv_checks: 63 } })
    const terse: FetchService = async (path, init) => {
      const answer = await fetchAs(testService, accountId)(path, init)
      const body: unknown = answer.status === 402 ? { detail: 'Payment required' } : await answer.json()
      return Response.json(body, { status: answer.status })
    }
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => terse, isEmbedded: false } })
    const { id } = await client.create(await listWhiteListNips(testService, 100), { after_midnight: true })
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'waiting', reason: 'pool', answered: 63, units: 0, unsaid: 63 })
    expect((await client.get(id)).wait_until).toBe('2026-11-20T23:00:00.000Z')
    expect(await whiteListUnits(testService, accountId)).toBe(63)
  })

  it.each([
    ['names', true],
    ['does not name', false],
  ])('drop numbers that the service rejects, also when it %s the numbers', async (_how, isNamed) => {
    const { accountId } = await testService.createAccount()
    const nips = await listWhiteListNips(testService, 70)
    const bad = new Set([nips[3], nips[55]])
    const strict: FetchService = async (path, init) => {
      const { identifiers } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as {
        identifiers: { nip: string }[]
      }
      const wrong = identifiers.flatMap(({ nip }, index) => (bad.has(nip) ? [index] : []))
      if (wrong.length === 0) return fetchAs(testService, accountId)(path, init)
      const detail = isNamed
        ? wrong.map((index) => ({ loc: ['body', 'identifiers', index, 'nip'], msg: 'no', type: 'value_error' }))
        : 'Unprocessable'
      return Response.json({ detail }, { status: 422 })
    }
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => strict } })
    const { id } = await client.create(nips)
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 68, errors: 2, units: 68 })
    const { items } = await client.rows(id, { group: 'error' })
    expect(items.map(({ number, fault }) => [number, fault])).toEqual([...bad].map((nip) => [nip, 'refused']))
  })

  it('wait as long as a rate limit requests', async () => {
    const { accountId } = await testService.createAccount()
    let isLimited = true
    const limited: FetchService = (path, init) =>
      isLimited
        ? Promise.resolve(Response.json({ detail: 'Slow down' }, { status: 429, headers: { 'retry-after': '90' } }))
        : fetchAs(testService, accountId)(path, init)
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => limited } })
    const { id } = await client.create(await listWhiteListNips(testService, 10))
    await client.runJob()
    const waiting = await client.get(id)
    expect([waiting.reason, waiting.wait_until]).toEqual([
      'rate_limit',
      new Date(Date.parse(SAMPLE_NOW) + 90_000).toISOString(),
    ])
    isLimited = false
    testService.clock.advance(89_000)
    await client.runJob()
    expect((await client.get(id)).state).toBe('waiting')
    testService.clock.advance(1_000)
    await client.runJob()
    expect((await client.get(id)).state).toBe('done')
  })

  it('report the reason when paused because of an inactive account or a payer who may not spend', async () => {
    const inactive = await openWhiteList(testService, { account: { state: 'inactive' } })
    const run = await inactive.create(await listWhiteListNips(testService, 5))
    await inactive.runJob()
    expect(await inactive.get(run.id)).toMatchObject({ state: 'paused', reason: 'inactive', units: 0 })
    const client = await openWhiteList(testService, { role: 'compliance' })
    const { id } = await client.create(await listWhiteListNips(testService, 5))
    await testService.storage.db
      .updateTable('members')
      .set({ role: 'viewer' })
      .where('user_id', '=', client.user.id)
      .execute()
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'paused', reason: 'payer', units: 0 })
    // Another user resumes the run and pays for it.
    const owner = await openWhiteList(testService, { accountId: client.accountId })
    await owner.resume(id)
    await owner.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', units: 5 })
  })

  it('request each number once when several processes run at the same time', async () => {
    const client = await openWhiteList(testService)
    const one = await client.create(await listWhiteListNips(testService, 400))
    const two = await client.create(await listWhiteListNips(testService, 150))
    for (let attempt = 0; attempt < 20; attempt += 1)
      await Promise.all([client.runJob(), client.runJob(), client.runJob()])
    expect(await client.get(one.id)).toMatchObject({ state: 'done', units: 400 })
    expect(await client.get(two.id)).toMatchObject({ state: 'done', units: 150 })
    expect(await whiteListUnits(testService, client.accountId)).toBe(550)
  })

  it('can be cancelled between two calls, keep the paid results, and continue when resumed', async () => {
    const { accountId } = await testService.createAccount()
    const client = await openWhiteList(testService, {
      accountId,
      jobs: {
        fetchFor: () => async (path, init) => {
          const answer = await fetchAs(testService, accountId)(path, init)
          // A user cancels the run during the call.
          if (isCancelling) await client.cancel(id)
          return answer
        },
      },
    })
    let isCancelling = true
    const { id } = await client.create(await listWhiteListNips(testService, 120))
    await client.runJob()
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'cancelled', answered: 50, units: 50 })
    isCancelling = false
    await client.resume(id)
    await expect(client.remove(id)).rejects.toMatchObject({ code: 'conflict' })
    await client.runJob()
    expect(await client.get(id)).toMatchObject({ state: 'done', answered: 120, units: 120 })
    await client.remove(id)
    await expect(client.get(id)).rejects.toMatchObject({ code: 'not_found' })
    for (const table of ['white_list_rows', 'white_list_numbers'] as const)
      expect(
        await testService.storage.db.selectFrom(table).select('run_id').where('run_id', '=', id).execute(),
      ).toEqual([])
    const entries = await listEntriesAfter(testService.storage.db, accountId, { number: 0, limit: 100 })
    expect(entries.map(({ action }) => action)).toEqual([
      'whiteListRuns.create',
      'whiteListRuns.cancel',
      'whiteListRuns.resume',
      'whiteListRuns.finish',
      'whiteListRuns.delete',
    ])
  })

  it('list changes since the same list was checked before, ignoring numbers without an answer', async () => {
    const { accountId } = await testService.createAccount({ limits: { wpv_checks: 1000 } })
    const nips = await listWhiteListNips(testService, 20)
    let isLater = false
    const changing: FetchService = async (path, init) => {
      const answer = await fetchAs(testService, accountId)(path, init)
      if (!isLater || !answer.ok) return answer
      const { results } = (await answer.json()) as { results: WhiteListResult[] }
      const changed = results.map((result, index) => {
        if (index === 1) return { ...result, found: false, subject: null }
        if (index === 2) return 'not readable'
        return result
      })
      return Response.json({ results: changed }, { headers: answer.headers })
    }
    const client = await openWhiteList(testService, { accountId, jobs: { fetchFor: () => changing } })
    const before = await client.create(nips)
    await client.runJob()
    testService.clock.advance(HOUR_MS)
    isLater = true
    const after = await client.create(nips.toReversed().toReversed())
    await client.runJob()
    const run = await client.get(after.id)
    expect(run.earlier.map(({ id }) => id)).toEqual([before.id])
    expect(run).toMatchObject({ errors: 1, answered: 19 })
    const changes = await client.changes(after.id, before.id)
    expect([changes.total, changes.compared, changes.only_before, changes.only_after]).toEqual([1, 19, 1, 0])
    expect(changes.items).toMatchObject([{ number: nips[1], after: { status: 'not_found' } }])
  })

  it('export all rows as files, and a proof whose hash is recorded in the audit log', async () => {
    const client = await openWhiteList(testService, { account: { limits: { wpv_checks: 30 } } })
    const nips = await listWhiteListNips(testService, 40)
    const { id } = await client.create([], {
      name: 'przelewy "1".csv',
      rows: nips.map((nip, index) => ({ line: index + 2, nip, account: ACCOUNT, day: '2026-11-19' })),
    })
    await client.runJob()
    const csv = (await (await client.file(id, 'csv')).text()).trim().split('\r\n')
    expect(csv).toHaveLength(41)
    expect(csv[1]).toContain(`${nips[0]};`)
    // Grouped digits, so that no spreadsheet rounds the number when the file is saved.
    expect(csv[1]).toContain(`;${formatAccount(ACCOUNT)};`)
    const xlsx = await client.file(id, 'xlsx')
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml')
    const bytes = new Uint8Array(await (await client.file(id, 'pdf')).arrayBuffer())
    const secondBytes = new Uint8Array(await (await client.file(id, 'pdf')).arrayBuffer())
    expect(Buffer.compare(bytes, secondBytes)).toBe(0)
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    for (const expectedText of [
      nips[0],
      id,
      client.user.email,
      'Sprawdzenie niepełne',
      'nie jest potwierdzeniem',
      '19 lis 2026',
    ])
      expect(text).toContain(expectedText)
    expect(text.match(/inny dzień niż zlecenie/g)).toHaveLength(30)
    const entries = await listEntriesAfter(testService.storage.db, client.accountId, { number: 0, limit: 100 })
    const files = entries.filter(({ action }) => action === 'whiteListRuns.file')
    const sha256 = createHash('sha256').update(secondBytes).digest('hex')
    expect(JSON.parse(files.at(-1)?.after ?? '{}')).toEqual({ format: 'pdf', rows: 40, sha256 })
  })

  it('render a proof of thousands of rows without blocking other requests', async () => {
    const count = rounds({ long: 10_000, short: 2_000 })
    const client = await openWhiteList(testService)
    const { id } = await client.create(await listWhiteListNips(testService, count))
    const { rows } = await markAnswered(id, count)
    const began = performance.now()
    let size = 0
    const yields = await measureYields(async () => {
      size = (await (await client.file(id, 'pdf')).arrayBuffer()).byteLength
    })
    process.stdout.write(`PDF of ${rows} rows: ${Math.round(performance.now() - began)} ms, ${size} bytes\n`)
    expect(size).toBeGreaterThan(count * 50)
    expect(yields.count).toBeGreaterThan(50)
    expect(yields.longest).toBeLessThan(0.5)
  }, 120_000)

  /** Marks all numbers as answered. */
  const markAnswered = async (id: string, rows: number) => {
    await testService.storage.db
      .updateTable('white_list_numbers')
      .set({
        state: 'answered',
        status: 'active',
        name: 'Przedsiębiorstwo Wielobranżowe Żaridan Geodezja spółka z ograniczoną odpowiedzialnością',
        request_id: randomUUID(),
        answered_at: SAMPLE_NOW,
        sha256: createHash('sha256').update(id).digest('hex'),
      })
      .where('run_id', '=', id)
      .execute()
    return { rows }
  }
})
