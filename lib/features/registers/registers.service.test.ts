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
type Asked = PanelOutput<'registers.ask'>
type Body = { page?: 'first' | 'next'; known?: string | null; limit?: 25 | 50 | 100 }

const lastOf = ({ pages }: Pick<Asked, 'pages'>) => pages.at(-1)?.id ?? null
const idsOf = ({ pages }: Pick<Asked, 'pages'>) =>
  pages.flatMap(({ rows }) => (rows as SudopCase[]).map(({ id }) => id))

describe.each(engines)('lists of registers on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, content: 'sample' })
  })
  afterAll(() => at.stop())

  const office = async (
    account: Parameters<TestService['createAccount']>[0] = {},
    more: Partial<PanelContext> = {},
  ) => {
    const { accountId } = await at.createAccount(account)
    const context = () => panelContext(at, accountId, { requestId: randomUUID(), ...more })
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
      ask: (list: RegisterList, query: Query = {}, body: Body = {}): Promise<Asked> =>
        registerListHandlers['registers.ask'](
          {
            params: { list },
            body: { query: query as Record<string, never>, known: null, page: 'first', limit: 25, ...body },
          },
          context(),
        ),
      watch: (items: readonly object[]) =>
        at.requestAs(at.principalOf(accountId), 'POST', '/v1/monitors/bulk', { items }),
      used: async () => {
        const { body } = await at.requestAs<UsageSummary>(at.principalOf(accountId), 'GET', '/v1/usage/summary')
        return body.counts.lookups
      },
    }
  }

  it('costs nothing until it is asked for, and nothing again', async () => {
    const { read, ask, recent, used } = await office()
    expect(await read('knf', { q: 'zysk' })).toEqual({ series: null, pages: [], next_page: null, has_more: false })
    expect(await recent('knf')).toEqual([])
    expect(await used()).toBe(0)
    const asked = await ask('knf', {}, { limit: 50 })
    expect([asked.units, asked.pages.length, asked.pages[0]?.rows.length, asked.has_more]).toEqual([50, 1, 50, true])
    expect(asked.pages[0]).toMatchObject({ page: 0, units: 50, asked_by: 'owner@example.test' })
    const { units, left, ...kept } = asked
    expect([units, typeof left]).toEqual([50, 'number'])
    expect(await read('knf')).toEqual(kept)
    expect(await used()).toBe(50)
    expect(await recent('knf')).toMatchObject([{ query: {}, rows: 50, total: asked.pages[0]?.total }])
  })

  it.each(['knf', 'uokik', 'clauses', 'sudop'] as const)('goes on through %s, each row paid once', async (list) => {
    const { read, ask, used } = await office()
    const first = await ask(list)
    const second = await ask(list, {}, { known: lastOf(first), page: 'next', limit: 100 })
    expect([second.series, second.pages.length, second.pages[0]?.page]).toEqual([first.series, 1, 1])
    const third = await ask(list, {}, { known: lastOf(second), page: 'next' })
    const ids = [first, second, third].flatMap(idsOf)
    expect([ids.length, new Set(ids).size]).toEqual([150, 150])
    expect(idsOf(await read(list))).toEqual(ids)
    expect(await used()).toBe(150)
  })

  it('keeps answers by what was asked for, however it is spelled', async () => {
    const { read, ask, used } = await office()
    const [found] = ((await ask('sudop')).pages[0]?.rows ?? []) as SudopCase[]
    const nip = found?.beneficiary_nip ?? ''
    const before = await used()
    const dashed = `PL ${nip.slice(0, 3)}-${nip.slice(3)}`
    const asked = await ask('sudop', { nip: dashed })
    expect(asked.pages[0]?.rows.length).toBeGreaterThan(0)
    expect(asked.pages[0]?.rows).toContainEqual(found)
    expect(await used()).toBe(before + (asked.units ?? 0))
    expect((await read('sudop', { nip })).series).toBe(asked.series)
    // Fields that a list does not have are not sent.
    const warned = await ask('knf', { q: ' Żółta   Łódź ', nip })
    expect((await read('knf', { q: ' Żółta Łódź ' })).series).toBe(warned.series)
    expect((await read('knf', { q: 'inna' })).series).toBeNull()
  })

  onBoth('charges what is asked for at once by several a single time, for a page and for the next', async () => {
    const { ask, used } = await office()
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

  it('says that nothing was found, for nothing', async () => {
    const { read, ask, used } = await office({ limits: { lookups: 0 }, spendCapPln: 0 })
    const asked = await ask('sudop', { q: 'nie ma takiego beneficjenta' })
    expect(asked).toMatchObject({ units: 0, has_more: false, pages: [{ rows: [], total: 0, units: 0 }] })
    expect((await read('sudop', { q: 'nie ma takiego beneficjenta' })).pages).toHaveLength(1)
    expect(await used()).toBe(0)
  })

  it('is cut to what is left, goes on there once there is more, and repeats and skips nothing', async () => {
    const { accountId, read, ask, used } = await office({ limits: { lookups: 30 }, spendCapPln: 0 })
    const first = await ask('sudop')
    expect([first.units, first.left]).toEqual([25, 5])
    const cut = await ask('sudop', {}, { known: lastOf(first), page: 'next' })
    expect([cut.units, cut.left, cut.pages[0]?.rows.length, cut.has_more]).toEqual([5, 0, 5, true])
    const refused = ask('sudop', {}, { known: lastOf(cut), page: 'next' })
    await expect(refused).rejects.toMatchObject({ status: 402, detail: { requested: 25 } })
    expect((await read('sudop')).pages).toHaveLength(2)
    await at.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
    const rest = await ask('sudop', {}, { known: lastOf(cut), page: 'next', limit: 100 })
    expect(rest.units).toBe(100)
    const { apiKey } = await at.createAccount()
    const whole = await at.request<{ items: SudopCase[] }>(apiKey, 'GET', '/v1/sudop/cases?limit=130')
    expect(idsOf(await read('sudop'))).toEqual(whole.body.items.map(({ id }) => id))
    expect(await used()).toBe(130)
  })

  it('gives the sections of KNF for one unit', async () => {
    const { ask, used } = await office()
    const { pages, units, has_more: more } = await ask('sections', { q: 'does not narrow it' }, { limit: 100 })
    expect([units, more, pages[0]?.rows.length]).toEqual([1, false, 10])
    expect(pages[0]?.rows[0]).toMatchObject({ section: 1, legal_basis: expect.any(String) as string })
    expect(await used()).toBe(1)
  })

  it('keeps nothing of what was refused', async () => {
    const inactive = await office({ state: 'inactive' })
    await expect(inactive.ask('knf')).rejects.toMatchObject({ status: 402 })
    const wrong = await office()
    await expect(wrong.ask('knf', { section: 999 })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.ask('knf', { q: `Jan ${PESEL}` })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.read('knf', { q: PESEL })).rejects.toMatchObject({ status: 422 })
    await expect(wrong.ask('knf', {}, { page: 'next' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await wrong.used()).toBe(0)
    const broken = await office({}, { fetchService: () => Promise.resolve(new Response('no', { status: 500 })) })
    await expect(broken.ask('knf')).rejects.toMatchObject({ status: 500 })
    const lost = await office({}, { fetchService: () => Promise.reject(new Error('cut')) })
    await expect(lost.ask('knf')).rejects.toMatchObject({ code: 'upstream_unreachable' })
    const odd = await office({}, { fetchService: () => Promise.resolve(Response.json({ warnings: 'many' })) })
    await expect(odd.ask('knf')).rejects.toMatchObject({ code: 'unknown_shape' })
    for (const { read, recent } of [inactive, wrong, broken, lost, odd]) {
      expect((await read('knf')).pages).toEqual([])
      expect(await recent('knf')).toEqual([])
    }
  })

  it('reads a bare list of a remote service, and keeps the very text that it hashes, without a personal number', async () => {
    const items = [{ id: 'a', name: `Jan ${PESEL}` }]
    const { ask, accountId } = await office({}, { fetchService: () => Promise.resolve(Response.json(items)) })
    const asked = await ask('knf')
    expect(asked).toMatchObject({
      units: null,
      left: null,
      has_more: false,
      pages: [{ total: null, request_id: null }],
    })
    expect(asked.pages[0]?.rows).toHaveLength(1)
    const rows = await at.storage.db
      .selectFrom('kept_answers')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(PESEL)
    expect(rows.map(({ sha256 }) => sha256)).toEqual(
      rows.map(({ answer }) => createHash('sha256').update(answer).digest('hex')),
    )
  })

  it('gives a long list in batches', async () => {
    const pages = 45
    const respond = (path: string) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const next = from + 1 < pages ? String(from + 1) : null
      return Response.json({ items: [{ id: String(from) }], total: pages, next_cursor: next })
    }
    const { ask, read, recent } = await office({}, { fetchService: (path) => Promise.resolve(respond(path)) })
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
    const anew = await ask('sudop', {}, { known })
    expect([anew.pages.length, (await read('sudop')).series]).toEqual([1, anew.series])
  })

  it('is the account’s own', async () => {
    const one = await office()
    const { series } = await one.ask('knf')
    const other = await office()
    expect((await other.read('knf')).pages).toEqual([])
    expect((await other.read('knf', { series: series ?? '' })).pages).toEqual([])
    expect(await other.recent('knf')).toEqual([])
    expect(await other.watched('knf', series ?? '')).toEqual([])
  })

  it('marks rows of companies that monitors watch, by number surely and by name as alike', async () => {
    const { ask, watch, watched } = await office()
    const cases = await ask('sudop', {}, { limit: 100 })
    const rows = cases.pages[0]?.rows as SudopCase[]
    const nip = rows[3]?.beneficiary_nip ?? ''
    const decisions = await ask('uokik', {}, { limit: 100 })
    const listed = decisions.pages[0]?.rows as UokikDecision[]
    const party = listed[5]?.parties[0] ?? ''
    const subject = await at.storage.db
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
    const alike = await watched('uokik', decisions.series ?? '')
    expect(alike.find(({ row }) => row === 5)).toMatchObject({ monitors: [{ name: party, is_sure: false }] })
    expect(alike.every(({ monitors }) => monitors.every(({ is_sure: isSure }) => !isSure))).toBe(true)
  })

  it('enters each paid page in the audit log', async () => {
    const { accountId, ask } = await office()
    const first = await ask('clauses')
    await ask('clauses', {}, { known: lastOf(first), page: 'next' })
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 10 })
    const asked = entries.filter(({ action }) => action === 'registers.ask')
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked[0])).toContain('clauses')
  })
})
