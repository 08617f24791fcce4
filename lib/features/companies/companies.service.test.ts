import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it as onBoth, onTestFinished } from 'vitest'

import { countUnits } from '@/components/meters/price'
import { pricedCalls } from '@/lib/contract/prices'
import type { UsageSummary } from '@/lib/contract/usage'
import { poolFigure, poolNames } from '@/lib/domain/usage/pools'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import type { PanelOutput, PanelParsed } from '@/lib/features/contract'
import { saveEvents } from '@/lib/features/events/statements/panel-events'
import type { PanelContext } from '@/lib/panel/context'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { distinctiveName, searchedName } from './domain/distinctive-name'
import { type CompanyPart, companyPartRows, companyParts, pageOfPart } from './domain/part-rows'
import { companyHandlers } from './handlers'

const PESEL = '44051401359'
const SAMPLE_SIZE = 20

type Body = PanelParsed<'companies.ask'>['body']
type AskResult = PanelOutput<'companies.ask'>

describe.each(engines)('companies on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  let krs: string
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    krs = (await listNumbers(1))[0] ?? ''
  })
  afterAll(() => service.stop())

  const listNumbers = async (count: number): Promise<string[]> => {
    const rows = await service.storage.db
      .selectFrom('rdf_documents')
      .innerJoin('subjects', 'subjects.id', 'rdf_documents.company_id')
      .select('subjects.krs')
      .distinct()
      .orderBy('subjects.krs')
      .limit(count)
      .execute()
    return rows.flatMap(({ krs: number }) => (number === null ? [] : [number]))
  }

  const openAccount = async (
    account: Parameters<TestService['createAccount']>[0] = {},
    more: Partial<PanelContext> = {},
  ) => {
    const { accountId } = await service.createAccount(account)
    const context = () => panelContext(service, accountId, { requestId: randomUUID(), ...more })
    return {
      accountId,
      get: (number = krs) => companyHandlers['companies.get']({ params: { number } }, context()),
      read: (part: CompanyPart, number = krs) =>
        companyHandlers['companies.part']({ params: { number, part } }, context()),
      ask: (part: CompanyPart, body: Partial<Body> = {}, number = krs): Promise<AskResult> =>
        companyHandlers['companies.ask'](
          { params: { number, part }, body: { known: null, page: 'first', ...body } },
          context(),
        ),
      watched: (companies: PanelParsed<'companies.watched'>['body']['companies']) =>
        companyHandlers['companies.watched']({ body: { companies } }, context()),
      used: async () => {
        const { body } = await service.requestAs<UsageSummary>(
          service.principalOf(accountId),
          'GET',
          '/v1/usage/summary',
        )
        const { counts, daily } = body
        return { lookups: counts.lookups, rdf: counts.rdf, pdfs: counts.pdfs, wpv_checks: daily.wpv_checks }
      },
    }
  }

  const lastOf = ({ pages }: Pick<AskResult, 'pages'>) => pages.at(-1)?.id ?? null

  it('stores a paid answer and returns it again free of charge', async () => {
    const { get, ask, read, used } = await openAccount()
    expect(await read('record')).toEqual({ part: 'record', pages: [], has_more: false })
    const { company, parts, spent } = await get()
    expect([company?.krs, parts, spent]).toEqual([krs, [], []])
    const result = await ask('record')
    expect([result.units, result.pages.length]).toEqual([1, 1])
    expect(result.pages[0]?.answer).toMatchObject({ krs, name: company?.name })
    expect(await read('record', ` ${Number(krs)} `)).toEqual({ part: 'record', pages: result.pages, has_more: false })
    expect((await used()).lookups).toBe(1)
    const repeated = await ask('record', { known: lastOf(result) })
    expect([repeated.units, repeated.pages.length]).toEqual([1, 1])
    expect(lastOf(repeated)).not.toBe(lastOf(result))
    expect(await get()).toMatchObject({
      parts: [{ part: 'record', id: lastOf(repeated) }],
      spent: [{ pool: 'lookups', units: 2 }],
    })
    expect((await used()).lookups).toBe(2)
  })

  it('returns paid answers even when the account is refused the search', async () => {
    const { get, ask, read, accountId } = await openAccount()
    const result = await ask('record')
    await service.storage.db.updateTable('accounts').set({ state: 'inactive' }).where('id', '=', accountId).execute()
    expect(await get()).toMatchObject({ company: null, is_searched: false, monitors: [], parts: [{ part: 'record' }] })
    expect((await read('record')).pages).toEqual(result.pages)
    await expect(ask('record', { known: lastOf(result) })).rejects.toMatchObject({ status: 402 })
  })

  it('returns the companies that the account watches, by any number, and never those of another account', async () => {
    const [byKrs, byNip, byId, byNobody] = await service.storage.db
      .selectFrom('subjects')
      .select(['id', 'krs', 'nip'])
      .where('kind', '=', 'company')
      .where('krs', 'is not', null)
      .where('nip', 'is not', null)
      .orderBy('krs')
      .limit(4)
      .execute()
    if (!byKrs || !byNip || !byId || !byNobody) throw new Error('The sample has fewer companies')
    const [mine, other] = [await openAccount(), await openAccount()]
    const remote = await openAccount({}, { isEmbedded: false })
    const watch = async (accountId: string, kind: string, value: string | null): Promise<string> => {
      const body = { identifier_type: kind, identifier_value: value }
      const answer = await service.requestAs<{ id: string }>(
        service.principalOf(accountId),
        'POST',
        '/v1/monitors',
        body,
      )
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const monitors = [
      await watch(mine.accountId, 'krs', byKrs.krs),
      await watch(mine.accountId, 'nip', byNip.nip),
      await watch(mine.accountId, 'subject_id', byId.id),
    ]
    await watch(other.accountId, 'krs', byNobody.krs)
    const companies = [byNobody, byId, byNip, byKrs]
    expect(await mine.watched(companies)).toEqual({
      items: [
        { company: byId.id, monitor: monitors[2] },
        { company: byNip.id, monitor: monitors[1] },
        { company: byKrs.id, monitor: monitors[0] },
      ],
    })
    expect(await remote.watched(companies)).toEqual({ items: [] })
    expect(await mine.watched([])).toEqual({ items: [] })
  })

  it('knows whether there is any company to search; a remote service is taken to have some', async () => {
    const held = async (isEmbedded: boolean, of: TestService) => {
      const { accountId } = await of.createAccount()
      return companyHandlers['companies.held']({}, panelContext(of, accountId, { isEmbedded }))
    }
    expect(await held(true, service)).toEqual({ has_companies: true })
    const empty = await startTestService({ engine })
    onTestFinished(() => empty.stop())
    expect(await held(true, empty)).toEqual({ has_companies: false })
    expect(await held(false, empty)).toEqual({ has_companies: true })
  })

  it('treats ten digits as a NIP when they are valid as one and nothing is found by them', async () => {
    const { get, ask } = await openAccount()
    expect(await get('526-025-02-74')).toMatchObject({ number: '5260250274', company: null, is_searched: true })
    const { pages } = await ask('whiteList', {}, '5260250274')
    expect(pages[0]?.answer).toMatchObject({ found: false, identifiers: { nip: '5260250274' } })
  })

  it('hashes exactly the stored text, which contains no personal number', async () => {
    const answer = { name: 'X', subject: { pesel: PESEL, name: `Jan ${PESEL}` } }
    const headers = {
      'content-type': 'application/json',
      'x-units-charged': '1',
      'x-units-left': '9',
      'x-request-id': 'r',
    }
    const respond = (path: string) =>
      path.startsWith('/v1/wpv') ? Response.json(answer, { headers }) : Response.json({ items: [] })
    const { ask, accountId } = await openAccount({}, { fetchService: (path) => Promise.resolve(respond(path)) })
    const result = await ask('whiteList')
    expect([result.units, result.left, result.pages[0]?.request_id]).toEqual([1, 9, 'r'])
    const row = await service.storage.db
      .selectFrom('kept_answers')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(PESEL)
    expect(row.answer).toContain('"name":"X"')
    expect(row.sha256).toBe(createHash('sha256').update(row.answer).digest('hex'))
  })

  onBoth('charges concurrent requests only once', async () => {
    const { ask, used } = await openAccount()
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('risk')))
    expect(answers.filter(({ units }) => units === 1)).toHaveLength(1)
    expect(new Set(answers.map(lastOf)).size).toBe(1)
    expect((await used()).lookups).toBe(1)
  })

  it('continues page by page, each paid once', async () => {
    const items = ['a', 'b', 'c']
    const respond = (path: string) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
      const next = from + 1 < items.length ? String(from + 1) : null
      return Response.json(
        { items: [items[from]], total: 3, next_cursor: next },
        { headers: { 'x-units-charged': '1' } },
      )
    }
    const { ask, read } = await openAccount({}, { fetchService: (path) => Promise.resolve(respond(path)) })
    const first = await ask('sudop')
    expect(first.has_more).toBe(true)
    const second = await ask('sudop', { known: lastOf(first), page: 'next' })
    // A caller who has seen only the first page receives the second, which is charged.
    expect(await ask('sudop', { known: lastOf(first), page: 'next' })).toMatchObject({ units: 0, pages: second.pages })
    const third = await ask('sudop', { known: lastOf(second), page: 'next' })
    expect(third.pages.map(({ answer }) => (answer as { items: string[] }).items)).toEqual([['a'], ['b'], ['c']])
    expect(third.has_more).toBe(false)
    await expect(ask('sudop', { known: lastOf(third), page: 'next' })).rejects.toMatchObject({ code: 'not_found' })
    const restarted = await ask('sudop', { known: lastOf(third) })
    expect([restarted.pages.length, (await read('sudop')).pages.length]).toEqual([1, 1])
  })

  it('stores nothing and charges nothing for a refused request', async () => {
    const poor = await openAccount({ limits: { lookups: 1 }, spendCapPln: 0 })
    await poor.ask('record')
    await expect(poor.ask('risk')).rejects.toMatchObject({ status: 402 })
    expect((await poor.read('risk')).pages).toEqual([])
    const unknown = await openAccount()
    await expect(unknown.ask('record', {}, '0000000018')).rejects.toMatchObject({ status: 404 })
    await expect(unknown.ask('record', {}, 'abc')).rejects.toMatchObject({ status: 404 })
    expect(await unknown.get('0000000018')).toMatchObject({ company: null, number: '0000000018', parts: [] })
    expect((await unknown.used()).lookups).toBe(0)
    const broken = await openAccount({}, { fetchService: () => Promise.resolve(new Response('no', { status: 500 })) })
    await expect(broken.ask('record')).rejects.toMatchObject({ status: 500 })
    const lost = await openAccount({}, { fetchService: () => Promise.reject(new Error('cut')) })
    await expect(lost.ask('record')).rejects.toMatchObject({ code: 'upstream_unreachable' })
    expect((await lost.read('record')).pages).toEqual([])
  })

  it('returns answers only within the account and to permitted roles', async () => {
    const one = await openAccount()
    await one.ask('record')
    await one.ask('krz')
    const other = await openAccount()
    expect((await other.get()).parts).toEqual([])
    expect((await other.read('record')).pages).toEqual([])
    const finance = panelContext(service, one.accountId, { role: 'finance' })
    const { parts, monitors } = await companyHandlers['companies.get']({ params: { number: krs } }, finance)
    expect([parts.map(({ part }) => part), monitors]).toEqual([['record'], []])
    const params = { number: krs, part: 'krz' } as const
    await expect(companyHandlers['companies.part']({ params }, finance)).rejects.toMatchObject({
      code: 'role_required',
    })
    const body = { known: null, page: 'first' } as const
    const request = companyHandlers['companies.ask']({ params, body }, finance)
    await expect(request).rejects.toMatchObject({ code: 'role_required' })
  })

  it('returns the monitors that watch the company', async () => {
    const { accountId, get } = await openAccount()
    const body = { items: [{ identifier_type: 'krs', identifier_value: krs, label: 'dostawca' }] }
    await service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors/bulk', body)
    expect((await get()).monitors).toMatchObject([{ label: 'dostawca', tags: [] }])
  })

  it('returns the main figures of paid answers, and what else can be queried', async () => {
    const { accountId, get, ask } = await openAccount()
    const nothing = { risk: null, vat: null, board: null, share_capital_pln: null, main_activity: null }
    expect(await get()).toMatchObject({ summary: nothing, askable: companyParts })
    const answerOf = async (part: CompanyPart) => (await ask(part)).pages[0]?.answer
    const risk = (await answerOf('risk')) as { score: number; level: string }
    const record = (await answerOf('record')) as { share_capital_pln: number; pkd_codes: string[] }
    const list = (await answerOf('whiteList')) as { subject: { status_vat: string; account_numbers: string[] } | null }
    await ask('graph')
    const { summary } = await get()
    expect(summary).toMatchObject({
      risk: { score: risk.score, level: risk.level },
      vat: { status: list.subject?.status_vat ?? null, accounts: list.subject?.account_numbers.length ?? null },
      share_capital_pln: record.share_capital_pln,
      main_activity: record.pkd_codes[0],
    })
    expect(summary.board?.is_cut).toBe(false)
    const finance = panelContext(service, accountId, { role: 'finance' })
    const { askable } = await companyHandlers['companies.get']({ params: { number: krs } }, finance)
    expect(companyParts.filter((part) => !askable.includes(part))).toEqual(['krz', 'msig', 'tenders'])
    // Without a KRS number and a name, nothing can be requested that needs them.
    expect((await get('5260250274')).askable).not.toContain('changes')
  })

  it('returns the latest events of all its monitors, each announcement once, newest first', async () => {
    const [mine, other] = [await openAccount(), await openAccount()]
    const { company } = await mine.get()
    const watch = async (identifier_type: string, identifier_value: string | null | undefined) => {
      const body = { identifier_type, identifier_value }
      const principal = service.principalOf(mine.accountId)
      return (await service.requestAs<{ id: string }>(principal, 'POST', '/v1/monitors', body)).body.id
    }
    const monitors = [await watch('krs', krs), await watch('nip', company?.nip)]
    const event = (id: number, announcement: string, monitor = 0) => ({
      account_id: mine.accountId,
      id,
      monitor_id: monitors[monitor] ?? '',
      source: 'krs',
      announcement_id: announcement,
      identifier_type: 'krs',
      identifier_value: krs,
      subject_name: company?.name ?? null,
      title: `Zmiana ${announcement}`,
      created_at: `2026-11-20T10:00:0${id}.000Z`,
      day: '2026-11-20',
    })
    const events = [event(1, 'a'), event(2, 'b'), event(3, 'b', 1), event(4, 'c', 1)]
    const more = [event(5, 'd'), event(6, 'e'), event(7, 'f')]
    await saveEvents(asAccountTx(service.storage.db), mine.accountId, events)
    const titles = async () => (await mine.get()).events.map(({ title }) => title)
    expect(await titles()).toEqual(['Zmiana c', 'Zmiana b', 'Zmiana a'])
    await saveEvents(asAccountTx(service.storage.db), mine.accountId, more)
    expect(await titles()).toEqual(['f', 'e', 'd', 'c', 'b'].map((each) => `Zmiana ${each}`))
    expect((await other.get()).events).toEqual([])
    const finance = panelContext(service, mine.accountId, { role: 'finance' })
    expect((await companyHandlers['companies.get']({ params: { number: krs } }, finance)).events).toEqual([])
  })

  /**
   * Companies with and without data in each kind of register, so that every part is tested with and without a result.
   */
  const listSampleNumbers = async (): Promise<string[]> => {
    const { db } = service.storage
    const entries = await db
      .selectFrom('register_entries')
      .select(['register', 'krs'])
      .where('krs', 'is not', null)
      .orderBy('position', 'desc')
      .execute()
    const announcements = await db
      .selectFrom('announcements')
      .select(['source', 'krs'])
      .where('krs', 'is not', null)
      .orderBy('day', 'desc')
      .orderBy('id')
      .execute()
    const pick = (rows: readonly { krs: string | null }[]) =>
      rows.slice(0, 2).flatMap(({ krs: number }) => number ?? [])
    const chosen = [
      ...(['knf', 'uokik', 'clauses', 'sudop'] as const).flatMap((register) =>
        pick(entries.filter((row) => row.register === register)),
      ),
      ...(['krz', 'msig', 'krs', 'bzp'] as const).flatMap((source) =>
        pick(announcements.filter((row) => row.source === source)),
      ),
      ...(await listNumbers(SAMPLE_SIZE)),
    ]
    return [...new Set(chosen)].slice(0, SAMPLE_SIZE)
  }

  it('charges exactly the announced units for every part of many companies', async () => {
    const { accountId, ask, used } = await openAccount({ plan: 'enterprise' })
    const numbers = await listSampleNumbers()
    expect(numbers).toHaveLength(SAMPLE_SIZE)
    const charged = { lookups: 0, rdf: 0, pdf: 0, wpv: 0 }
    const atMost = { ...charged }
    const byPath = new Map<string, number>()
    const partsWithItems = new Set<CompanyPart>()
    const before = await used()
    for (const number of numbers) {
      for (const part of companyParts) {
        const { pool, exact, most, path, unitsOf } = announcedPriceOf(part)
        const usedBefore = (await used())[poolFigure(pool)]
        const result = await ask(part, {}, number)
        const items = itemsIn(result)
        // The announced price: exact, or the maximum for a part that is charged by item.
        const units = exact ?? unitsOf(items)
        expect([part, result.units]).toEqual([part, units])
        expect([part, units <= most]).toEqual([part, true])
        // The ledger changed by exactly this amount, at once.
        expect([part, (await used())[poolFigure(pool)] - usedBefore]).toEqual([part, units])
        charged[pool] += units
        atMost[pool] += most
        byPath.set(path, (byPath.get(path) ?? 0) + units)
        if (items > 0) partsWithItems.add(part)
      }
    }
    const after = await used()
    const difference = Object.fromEntries(
      poolNames.map((pool) => [pool, after[poolFigure(pool)] - before[poolFigure(pool)]]),
    )
    expect(difference).toEqual(charged)
    expect(poolNames.every((pool) => charged[pool] <= atMost[pool])).toBe(true)
    // A test with empty registers only would prove nothing about parts that are charged by item.
    expect(companyParts.filter((part) => pageOfPart(part) > 1 && !partsWithItems.has(part))).toEqual([])
    const { body } = await service.requestAs<{ items: { endpoint: string; units: number }[] }>(
      service.principalOf(accountId),
      'GET',
      '/v1/usage/breakdown',
    )
    const ledger = body.items.flatMap(({ endpoint, units }) => (units > 0 ? [[endpoint, units] as const] : []))
    expect(new Map(ledger.map(([endpoint, units]) => [endpoint.replace(/^[A-Z]+ /, ''), units]))).toEqual(
      new Map([...byPath].filter(([, units]) => units > 0)),
    )
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })
    const askEntries = entries.filter(({ action }) => action === 'companies.ask')
    expect(askEntries).toHaveLength(SAMPLE_SIZE * companyParts.length)
  })

  type Client = Awaited<ReturnType<typeof openAccount>>
  const requestAllPages = async ({ ask }: Client, part: CompanyPart, number: string) => {
    let result = await ask(part, {}, number)
    while (result.has_more) result = await ask(part, { known: lastOf(result), page: 'next' }, number)
    return result.pages
  }

  it.each(['knf', 'uokik', 'clauses'] as const)('finds the entries of %s about a company by its name', async (part) => {
    const client = await openAccount({ plan: 'enterprise' })
    const rows = await service.storage.db
      .selectFrom('register_entries')
      .innerJoin('subjects', 'subjects.krs', 'register_entries.krs')
      .select(['register_entries.id', 'register_entries.row', 'subjects.krs', 'subjects.name'])
      .where('register', '=', part)
      .orderBy('position', 'desc')
      .limit(400)
      .execute()
    // A renamed company is listed there under its former name.
    const namedRows = rows.filter(({ row, name }) => row.includes(JSON.stringify(name).slice(1, -1)))
    const wanted = [
      ...namedRows.filter(({ name }) => name.includes('"')).slice(0, 5),
      ...namedRows.filter(({ name }) => /[ŁŻŚĆŃÓ]/.test(distinctiveName(name))).slice(0, 5),
      ...namedRows.filter(({ name }) => distinctiveName(name) === name || name.includes('LIKWIDACJI')).slice(0, 5),
    ]
    expect(wanted.length).toBeGreaterThan(10)
    for (const { id, krs: number, name } of wanted) {
      const pages = await requestAllPages(client, part, number ?? '')
      const items = pages.flatMap(({ answer }) => (answer as { items: { id: string }[] }).items)
      expect([name, items.map((item) => item.id)]).toEqual([name, expect.arrayContaining([id])])
      expect(pages[0]?.searched).toBe(searchedName(name))
    }
  })

  it('finds the contracts awarded to a company', async () => {
    const client = await openAccount({ plan: 'enterprise' })
    const awards = await service.storage.db
      .selectFrom('announcements')
      .innerJoin('subjects', 'subjects.krs', 'announcements.krs')
      .select(['announcements.row', 'subjects.krs', 'subjects.name'])
      .where('source', '=', 'bzp')
      .orderBy('day', 'desc')
      .orderBy('announcements.id')
      .limit(40)
      .execute()
    const wanted = awards.filter(({ row, name }) => row.includes(JSON.stringify(name).slice(1, -1)))
    expect(wanted.length).toBeGreaterThan(5)
    for (const { row, krs: number, name } of wanted.slice(0, 12)) {
      const pages = await requestAllPages(client, 'tenders', number ?? '')
      const items = pages.flatMap(({ answer }) => (answer as { items: { id: string }[] }).items)
      const { id } = JSON.parse(row) as { id: string }
      expect([name, items.map((item) => item.id)]).toEqual([name, expect.arrayContaining([id])])
    }
  })

  it('returns the text by which a register was searched, and none for a request by number', async () => {
    const { ask } = await openAccount()
    expect((await ask('sudop')).pages[0]?.searched).toBeNull()
    const { company } = await (await openAccount()).get()
    expect((await ask('knf')).pages[0]?.searched).toBe(searchedName(company?.name ?? ''))
  })
})

const itemsIn = ({ pages: [page] }: AskResult): number =>
  page === undefined ? 0 : ((page.answer as { items?: unknown[] }).items?.length ?? 0)

/** The announced price: of one call, or the maximum of a page that is charged by item. */
function announcedPriceOf(part: CompanyPart) {
  const call = pricedCalls().find(({ name }) => name === companyPartRows[part].operation)
  if (call === undefined || call.pool === null) throw new Error(`${part} costs nothing`)
  const maxUnits = countUnits(call, pageOfPart(part)).to
  const { pool, path } = call
  return {
    pool,
    path,
    most: maxUnits,
    exact: call.by === 'item' ? undefined : maxUnits,
    unitsOf: (items: number) => countUnits(call, items).to,
  }
}
