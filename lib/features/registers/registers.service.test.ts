import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it as onBoth } from 'vitest'

import type { SudopCase, UokikDecision } from '@/lib/contract/registers'
import type { UsageSummary } from '@/lib/contract/usage'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import type { PanelInput, PanelOutput } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'
import { panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import type { RegisterList } from './contract'
import { registerListHandlers } from './handlers'

const PESEL = '44051401359'

type Query = PanelInput<'registers.list'>['query'] & object
type RequestResult = PanelOutput<'registers.ask'>
type Body = { page?: 'first' | 'next'; known?: string | null; limit?: 25 | 50 | 100 }

const lastOf = ({ pages }: Pick<RequestResult, 'pages'>) => pages.at(-1)?.id ?? null
const idsOf = ({ pages }: Pick<RequestResult, 'pages'>) =>
  pages.flatMap(({ rows }) => (rows as SudopCase[]).map(({ id }) => id))

describe.each(engines)('lists of registers on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
  })
  afterAll(() => service.stop())

  const newAccount = async (
    account: Parameters<TestService['createAccount']>[0] = {},
    more: Partial<PanelContext> = {},
  ) => {
    const { accountId } = await service.createAccount(account)
    const context = () => panelContext(service, accountId, { requestId: randomUUID(), ...more })
    return {
      accountId,
      read: (list: RegisterList, query: Query = {}) =>
        registerListHandlers['registers.list'](
          { params: { list }, query: { from: 0, ...query } as { from: number } },
          context(),
        ),
      recent: async (list: RegisterList) =>
        (await registerListHandlers['registers.recent']({ params: { list } }, context())).items,
      watched: async (list: RegisterList, series: string) =>
        (
          await registerListHandlers['registers.monitors'](
            { params: { list }, query: { series, from: 0, to: 99 } },
            context(),
          )
        ).rows,
      ask: (list: RegisterList, query: Query = {}, body: Body = {}): Promise<RequestResult> =>
        registerListHandlers['registers.ask'](
          {
            params: { list },
            body: { query: query as Record<string, never>, known: null, page: 'first', limit: 25, ...body },
          },
          context(),
        ),
      watch: (items: readonly object[]) =>
        service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors/bulk', { items }),
      used: async () => {
        const { body } = await service.requestAs<UsageSummary>(
          service.principalOf(accountId),
          'GET',
          '/v1/usage/summary',
        )
        return body.counts.lookups
      },
    }
  }

  it('cost units only when they are requested, and reading stored pages is free', async () => {
    const { read, ask, recent, used } = await newAccount()
    expect(await read('knf', { q: 'zysk' })).toEqual({ series: null, pages: [], next_page: null, has_more: false })
    expect(await recent('knf')).toEqual([])
    expect(await used()).toBe(0)
    const result = await ask('knf', {}, { limit: 50 })
    expect([result.units, result.pages.length, result.pages[0]?.rows.length, result.has_more]).toEqual([
      50,
      1,
      50,
      true,
    ])
    expect(result.pages[0]).toMatchObject({ page: 0, units: 50, asked_by: 'owner@example.test' })
    const { units, left, ...storedPart } = result
    expect([units, typeof left]).toEqual([50, 'number'])
    expect(await read('knf')).toEqual(storedPart)
    expect(await used()).toBe(50)
    expect(await recent('knf')).toMatchObject([{ query: {}, rows: 50, total: result.pages[0]?.total }])
  })

  it.each(['knf', 'uokik', 'clauses', 'sudop'] as const)(
    'can be continued through %s, and each row is charged once',
    async (list) => {
      const { read, ask, used } = await newAccount()
      const first = await ask(list)
      const second = await ask(list, {}, { known: lastOf(first), page: 'next', limit: 100 })
      expect([second.series, second.pages.length, second.pages[0]?.page]).toEqual([first.series, 1, 1])
      const third = await ask(list, {}, { known: lastOf(second), page: 'next' })
      const ids = [first, second, third].flatMap(idsOf)
      expect([ids.length, new Set(ids).size]).toEqual([150, 150])
      expect(idsOf(await read(list))).toEqual(ids)
      expect(await used()).toBe(150)
    },
  )

  it('are stored by their normalised query', async () => {
    const { read, ask, used } = await newAccount()
    const [firstCase] = ((await ask('sudop')).pages[0]?.rows ?? []) as SudopCase[]
    const nip = firstCase?.beneficiary_nip ?? ''
    const before = await used()
    const dashed = `PL ${nip.slice(0, 3)}-${nip.slice(3)}`
    const result = await ask('sudop', { nip: dashed })
    expect(result.pages[0]?.rows.length).toBeGreaterThan(0)
    expect(result.pages[0]?.rows).toContainEqual(firstCase)
    expect(await used()).toBe(before + (result.units ?? 0))
    expect((await read('sudop', { nip })).series).toBe(result.series)
    // Fields that a list does not have are not sent.
    const warned = await ask('knf', { q: ' Żółta   Łódź ', nip })
    expect((await read('knf', { q: ' Żółta Łódź ' })).series).toBe(warned.series)
    expect((await read('knf', { q: 'inna' })).series).toBeNull()
  })

  onBoth('are charged once for concurrent requests of the same page, the first and the next', async () => {
    const { ask, used } = await newAccount()
    const first = await Promise.all(Array.from({ length: 4 }, () => ask('uokik')))
    expect(first.filter(({ units }) => units === 25)).toHaveLength(1)
    expect(new Set(first.map(lastOf)).size).toBe(1)
    const known = lastOf(first[0] ?? { pages: [] })
    const next = await Promise.all(Array.from({ length: 4 }, () => ask('uokik', {}, { known, page: 'next' })))
    expect(next.filter(({ units }) => units === 25)).toHaveLength(1)
    // A later caller gets the paid page that follows the one they have.
    expect(new Set(next.map(lastOf)).size).toBe(1)
    expect(await used()).toBe(50)
  })

  it('without any result are stored and cost nothing', async () => {
    const { read, ask, used } = await newAccount({ limits: { lookups: 0 }, spendCapPln: 0 })
    const result = await ask('sudop', { q: 'nie ma takiego beneficjenta' })
    expect(result).toMatchObject({ units: 0, has_more: false, pages: [{ rows: [], total: 0, units: 0 }] })
    expect((await read('sudop', { q: 'nie ma takiego beneficjenta' })).pages).toHaveLength(1)
    expect(await used()).toBe(0)
  })

  it('are cut to the remaining units, and later continue there without repeating or skipping rows', async () => {
    const { accountId, read, ask, used } = await newAccount({ limits: { lookups: 30 }, spendCapPln: 0 })
    const first = await ask('sudop')
    expect([first.units, first.left]).toEqual([25, 5])
    const cut = await ask('sudop', {}, { known: lastOf(first), page: 'next' })
    expect([cut.units, cut.left, cut.pages[0]?.rows.length, cut.has_more]).toEqual([5, 0, 5, true])
    const refused = ask('sudop', {}, { known: lastOf(cut), page: 'next' })
    await expect(refused).rejects.toMatchObject({ status: 402, detail: { requested: 25 } })
    expect((await read('sudop')).pages).toHaveLength(2)
    await service.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
    const rest = await ask('sudop', {}, { known: lastOf(cut), page: 'next', limit: 100 })
    expect(rest.units).toBe(100)
    const { apiKey } = await service.createAccount()
    const fullList = await service.request<{ items: SudopCase[] }>(apiKey, 'GET', '/v1/sudop/cases?limit=130')
    expect(idsOf(await read('sudop'))).toEqual(fullList.body.items.map(({ id }) => id))
    expect(await used()).toBe(130)
  })

  it('of the KNF sections cost one unit', async () => {
    const { ask, used } = await newAccount()
    const { pages, units, has_more: more } = await ask('sections', { q: 'does not narrow it' }, { limit: 100 })
    expect([units, more, pages[0]?.rows.length]).toEqual([1, false, 10])
    expect(pages[0]?.rows[0]).toMatchObject({ section: 1, legal_basis: expect.any(String) as string })
    expect(await used()).toBe(1)
  })

  it('store nothing for rejected or failed requests', async () => {
    const inactive = await newAccount({ state: 'inactive' })
    await expect(inactive.ask('knf')).rejects.toMatchObject({ status: 402 })
    const wrong = await newAccount()
    await expect(wrong.ask('knf', { section: 999 })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.ask('knf', { q: `Jan ${PESEL}` })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.read('knf', { q: PESEL })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.ask('knf', {}, { page: 'next' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await wrong.used()).toBe(0)
    const broken = await newAccount({}, { fetchService: () => Promise.resolve(new Response('no', { status: 500 })) })
    await expect(broken.ask('knf')).rejects.toMatchObject({ status: 500 })
    const lost = await newAccount({}, { fetchService: () => Promise.reject(new Error('cut')) })
    await expect(lost.ask('knf')).rejects.toMatchObject({ code: 'upstream_unreachable' })
    const odd = await newAccount({}, { fetchService: () => Promise.resolve(Response.json({ warnings: 'many' })) })
    await expect(odd.ask('knf')).rejects.toMatchObject({ code: 'unknown_shape' })
    for (const { read, recent } of [inactive, wrong, broken, lost, odd]) {
      expect((await read('knf')).pages).toEqual([])
      expect(await recent('knf')).toEqual([])
    }
  })

  it('are read as a bare list of a remote service, and stored masked with the hash of the stored text', async () => {
    const items = [{ id: 'a', name: `Jan ${PESEL}` }]
    const { ask, accountId } = await newAccount({}, { fetchService: () => Promise.resolve(Response.json(items)) })
    const result = await ask('knf')
    expect(result).toMatchObject({
      units: null,
      left: null,
      has_more: false,
      pages: [{ total: null, request_id: null }],
    })
    expect(result.pages[0]?.rows).toHaveLength(1)
    const rows = await service.storage.db
      .selectFrom('kept_answers')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(PESEL)
    expect(rows.map(({ sha256 }) => sha256)).toEqual(
      rows.map(({ answer }) => createHash('sha256').update(answer).digest('hex')),
    )
  })

  it('are read in batches, and a new request replaces the series', async () => {
    const pages = 45
    const respond = (path: string) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const next = from + 1 < pages ? String(from + 1) : null
      return Response.json({ items: [{ id: String(from) }], total: pages, next_cursor: next })
    }
    const { ask, read, recent } = await newAccount({}, { fetchService: (path) => Promise.resolve(respond(path)) })
    let known: string | null = null
    for (let page = 0; page < pages; page += 1) {
      known = lastOf(await ask('sudop', {}, { known, page: page === 0 ? 'first' : 'next' }))
    }
    const seen: string[] = []
    for (let from: number | null = 0, series: string | null = null; from !== null;) {
      const batch: Awaited<ReturnType<typeof read>> = await read('sudop', { from, ...(series && { series }) })
      seen.push(...idsOf(batch))
      series = batch.series
      from = batch.next_page
    }
    expect(seen).toEqual(Array.from({ length: pages }, (_, index) => String(index)))
    expect(await recent('sudop')).toMatchObject([{ rows: pages, total: pages }])
    // After a new request the earlier series is no longer current.
    const newSeries = await ask('sudop', {}, { known })
    expect([newSeries.pages.length, (await read('sudop')).series]).toEqual([1, newSeries.series])
  })

  it('are not readable by another account', async () => {
    const one = await newAccount()
    const { series } = await one.ask('knf')
    const other = await newAccount()
    expect((await other.read('knf')).pages).toEqual([])
    expect((await other.read('knf', { series: series ?? '' })).pages).toEqual([])
    expect(await other.recent('knf')).toEqual([])
    expect(await other.watched('knf', series ?? '')).toEqual([])
  })

  it('mark rows of monitored companies, by number as sure and by name as possible', async () => {
    const { ask, watch, watched } = await newAccount()
    const cases = await ask('sudop', {}, { limit: 100 })
    const rows = cases.pages[0]?.rows as SudopCase[]
    const nip = rows[3]?.beneficiary_nip ?? ''
    const decisions = await ask('uokik', {}, { limit: 100 })
    const listed = decisions.pages[0]?.rows as UokikDecision[]
    const party = listed[5]?.parties[0] ?? ''
    const subject = await service.storage.db
      .selectFrom('subjects')
      .select(['krs', 'name'])
      .where('name', '=', party)
      .where('krs', 'is not', null)
      .executeTakeFirstOrThrow()
    await watch([
      { identifier_type: 'nip', identifier_value: nip, label: 'dostawca' },
      { identifier_type: 'krs', identifier_value: subject.krs },
    ])
    const sure = await watched('sudop', cases.series ?? '')
    const expected = rows.flatMap(({ beneficiary_nip: each }, row) => (each === nip ? [row] : []))
    expect(sure.map(({ row }) => row)).toEqual(expect.arrayContaining(expected))
    expect(sure.find(({ row }) => row === 3)).toMatchObject({
      page_id: cases.pages[0]?.id,
      monitor_count: 1,
      monitors: [{ name: 'dostawca', tags: [], is_sure: true }],
    })
    const possibleHits = await watched('uokik', decisions.series ?? '')
    expect(possibleHits.find(({ row }) => row === 5)).toMatchObject({ monitors: [{ name: party, is_sure: false }] })
    expect(possibleHits.every(({ monitors }) => monitors.every(({ is_sure: isSure }) => !isSure))).toBe(true)
  })

  it('have an audit entry for each charged page', async () => {
    const { accountId, ask } = await newAccount()
    const first = await ask('clauses')
    await ask('clauses', {}, { known: lastOf(first), page: 'next' })
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    const requestEntries = entries.filter(({ action }) => action === 'registers.ask')
    expect(requestEntries).toHaveLength(2)
    expect(JSON.stringify(requestEntries[0])).toContain('clauses')
  })
})
