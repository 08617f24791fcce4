import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type BzpFilter, type BzpPreview, orderTypes } from '@/lib/contract/bzp'
import type { NoticeList } from '@/lib/domain/bzp/notice-filter'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { provinces } from '@/lib/domain/provinces'
import { noticesOfDay } from '@/lib/sample/bzp/bzp-days'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { bzpJob } from '@/lib/sample/bzp/bzp-rollover'
import { toNewNotice } from '@/lib/sample/bzp/new-notice'
import { loadSampleNotices } from '@/lib/sample/bzp/notices'
import { insertNotices } from '@/lib/service/bzp/statements/bzp-notices'
import { mentionsNaively } from '@/lib/testing/naive/naive-notices'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const HOUR_MS = 3_600_000
const SEED = 20_261_120
const DAY_MS = 24 * HOUR_MS
const timeBefore = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString()

let noticeCount = 0
function notice(change: Partial<SampleNotice> = {}): SampleNotice {
  noticeCount += 1
  return {
    id: `00000000-0000-4000-8000-${String(noticeCount).padStart(12, '0')}`,
    tender_id: `ocds-${noticeCount}`,
    notice_number: `2026/BZP 9${noticeCount}/01`,
    title: 'Budowa kanalizacji',
    description: 'Przedmiotem zamówienia jest budowa.',
    authority: 'Gmina Żary',
    authority_nip: '9282077626',
    city: 'Żary',
    province_code: 'PL08',
    order_type: 'Works',
    notice_type: 'ContractNotice',
    offers_until: null,
    estimated_value_pln: null,
    url: null,
    cpv: ['45232420-2'],
    published_at: timeBefore(HOUR_MS),
    ...change,
  }
}

describe.each(sqliteOnly)('BZP preview on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount()).apiKey
  })
  afterAll(() => service.stop())

  const insert = (...notices: SampleNotice[]) =>
    insertNotices(
      service.storage.db,
      notices.map((each) => toNewNotice(each, warsawDay(new Date(each.published_at)))),
    )
  const callService = (filter: Partial<BzpFilter> = {}) =>
    service.request<BzpPreview>(apiKey, 'POST', '/v1/bzp/alerts/preview', filter)
  const count = async (filter: Partial<BzpFilter>) => {
    const { status, body } = await callService(filter)
    expect(status).toBe(200)
    return body.count
  }

  it('returns zeros when there are no notices', async () => {
    const { body } = await callService()
    expect(body).toMatchObject({ days: 30, count: 0, examples: [] })
    expect(body.daily).toHaveLength(30)
    expect(body.daily[0]).toEqual({ date: '2026-10-22', count: 0 })
    expect(body.daily[29]).toEqual({ date: '2026-11-20', count: 0 })
  })

  it('counts procedures of exactly the last 30 Warsaw dates and dates each by its newest notice', async () => {
    const tender_id = 'ocds-window'
    await insert(
      notice({ title: 'okno granica', published_at: '2026-10-21T21:59:59.999Z' }),
      notice({ title: 'okno pierwsza', published_at: '2026-10-21T22:00:00.000Z' }),
      notice({ title: 'okno stara', tender_id, published_at: timeBefore(5 * DAY_MS) }),
      notice({ title: 'okno nowa', tender_id, published_at: timeBefore(2 * DAY_MS) }),
      notice({ title: 'okno teraz', published_at: NOW }),
      notice({ title: 'okno przyszła', published_at: timeBefore(-1) }),
    )
    const { body } = await callService({ keywords: ['OKNO'] })
    expect(body.count).toBe(3)
    expect(body.examples.map(({ title }) => title)).toEqual(['okno teraz', 'okno nowa', 'okno pierwsza'])
    expect(body.daily.filter((day) => day.count > 0)).toEqual([
      // Midnight in Warsaw, still in summer time.
      { date: '2026-10-22', count: 1 },
      { date: '2026-11-18', count: 1 },
      { date: '2026-11-20', count: 1 },
    ])
    // A procedure whose newest notice does not match is found by an older one.
    expect((await callService({ keywords: ['okno stara'] })).body.examples.map(({ title }) => title)).toEqual([
      'okno stara',
    ])
  })

  it('evaluates every list as decision 24 (BZP preview) specifies', async () => {
    await insert(
      notice({
        title: 'Łącznik  drogowy "Ósemka"',
        description: 'Żółta jaźń 100% prac_y',
        authority: 'Powiat Świętokrzyski',
        authority_nip: '5260001246',
        city: 'Łódź',
        province_code: 'PL10',
        order_type: 'Services',
        cpv: ['30000000-9', '45233120-6'],
      }),
    )
    const one: Partial<BzpFilter>[] = [
      { keywords: ['lacznik drogowy "ós'] },
      { keywords: ['nie ma tego', 'ZOLTA JAZN'] },
      { keywords: ['swietokrzys'] },
      { keywords: ['100%'] },
      { cities: ['lodz'] },
      { cities: ['  ŁÓDŹ '] },
      { cpv: ['45233120-6'] },
      { cpv: ['45233120'] },
      { cpv: ['45233120-'] },
      { cpv: ['45233*'] },
      { cpv: ['45.23.31.20-6'] },
      { cpv: ['30000000-9'] },
      { authorities: ['świętokrzyski'] },
      { authorities: ['526-000-12-46'] },
      { authorities: ['PL 5260001246'] },
      { provinces: ['łódzkie'], cpv: ['30'], order_types: ['Services'] },
      { provinces: ['pl10'], cpv: ['30'] },
      { provinces: ['LODZKIE', 'PL02'], cities: ['łódź'] },
    ]
    for (const filter of one) expect([filter, await count(filter)]).toEqual([filter, 1])
    const none: Partial<BzpFilter>[] = [
      // A phrase does not match across two texts.
      { keywords: ['ósemka" żółta'] },
      { keywords: ['prac%y'] },
      { keywords: ['prac__'] },
      { cities: ['łód'] },
      { keywords: ['lacznik'], authorities: ['52600012'] },
      { cpv: ['31'] },
      { cpv: ['5233'] },
      { keywords: ['lacznik'], exclude_keywords: ['ÓSEMKA'] },
      { keywords: ['lacznik'], order_types: ['Works', 'Delivery'] },
    ]
    for (const filter of none) expect([filter, await count(filter)]).toEqual([filter, 0])
  })

  it('returns 422 with the location of a meaningless value', async () => {
    const wrong: [Partial<BzpFilter>, unknown[]][] = [
      [{ provinces: ['mazowieckie', 'Bawaria'] }, ['body', 'provinces', 1]],
      [{ order_types: ['Supplies'] }, ['body', 'order_types', 0]],
      [{ cpv: ['45', 'drogi'] }, ['body', 'cpv', 1]],
      [{ keywords: ['\u0301'] }, ['body', 'keywords', 0]],
      [{ keywords: ['ok', '  '] }, ['body', 'keywords', 1]],
    ]
    for (const [filter, loc] of wrong) {
      const { status, body } = await service.request<{ detail: { loc: unknown[] }[] }>(
        apiKey,
        'POST',
        '/v1/bzp/alerts/preview',
        filter,
      )
      expect([status, body.detail[0]?.loc]).toEqual([422, loc])
    }
  })

  it('counts a notice as soon as it is stored, also with concurrent requests', async () => {
    await insert(notice({ title: 'zupełnie świeże' }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => count({ keywords: ['zupelnie swieze'] })))
    expect(new Set(answers)).toEqual(new Set([1]))
  })
})

const collapse = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

type FoldedNotice = { notice: SampleNotice; texts: string[]; authority: string; city: string }
const foldNotice = (each: SampleNotice): FoldedNotice => ({
  notice: each,
  texts: [each.title, each.description, each.authority].map(collapse),
  authority: collapse(each.authority),
  city: collapse(each.city),
})

/** The naive way: every notice against every list, one after another. */
function countNaively(notices: readonly FoldedNotice[], filter: BzpFilter): number {
  const folded = (list: NoticeList) => filter[list].map(collapse)
  const mentions = (words: string[]) => {
    return ({ texts }: FoldedNotice) => words.some((word) => texts.some((text) => text.includes(word)))
  }
  const lists: [NoticeList, (input: FoldedNotice) => boolean][] = [
    ['keywords', ({ texts }) => folded('keywords').some((word) => texts.some((text) => mentionsNaively(text, word)))],
    ['cpv', ({ notice }) => filter.cpv.some((prefix) => notice.cpv.some((code) => code.startsWith(prefix)))],
    ['provinces', ({ notice }) => filter.provinces.includes(notice.province_code)],
    ['cities', ({ city }) => folded('cities').includes(city)],
    ['order_types', ({ notice }) => filter.order_types.includes(notice.order_type)],
    [
      'authorities',
      ({ authority, notice }) =>
        folded('authorities').some((part) => authority.includes(part) || part === notice.authority_nip),
    ],
  ]
  const excluded = mentions(folded('exclude_keywords'))
  const activeLists = lists.filter(([list]) => filter[list].length > 0)
  const matching = notices.filter((each) => activeLists.every(([, test]) => test(each)) && !excluded(each))
  return new Set(matching.map(({ notice }) => notice.tender_id)).size
}

const today = warsawDay(new Date(NOW))
/** Realistic notices; every ninth belongs to the procedure of the previous one. */
const pool: SampleNotice[] = Array.from({ length: 29 }, (_, index) => noticesOfDay(addDays(today, -1 - index)))
  .flatMap((notices) => notices.slice(0, 60))
  .map((each, index, all) => (index % 9 === 8 ? { ...each, tender_id: all[index - 1]?.tender_id ?? '' } : each))

const oneOf = fc.constantFrom(...pool)
const piece = (textOf: (from: SampleNotice) => string, longest: number) =>
  fc
    .tuple(oneOf, fc.nat(300), fc.integer({ min: 1, max: longest }), fc.boolean())
    .map(([from, at, length, isUpperCase]) => {
      const text = textOf(from)
      const start = at % text.length
      const cut = text.slice(start, start + length).trim() || text.slice(0, 3)
      return isUpperCase ? cut.toUpperCase() : cut
    })
const text = fc.oneof(
  piece(({ title }) => title, 30),
  piece(({ description }) => description, 30),
  piece(({ authority }) => authority, 30),
)
const few = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, fc.array(item, { minLength: 1, maxLength: 3 }))
const filters: fc.Arbitrary<BzpFilter> = fc.record({
  keywords: few(text),
  exclude_keywords: few(text),
  cpv: few(
    fc.tuple(oneOf, fc.integer({ min: 2, max: 7 })).map(([from, digits]) => (from.cpv[0] ?? '').slice(0, digits)),
  ),
  provinces: few(fc.constantFrom(...provinces.map(({ code }) => code))),
  cities: few(oneOf.map(({ city }) => city)),
  authorities: few(
    fc.oneof(
      oneOf.map((from) => from.authority_nip),
      piece(({ authority }) => authority, 12),
    ),
  ),
  order_types: few(fc.constantFrom(...orderTypes)),
  value_from: fc.constant(null),
  value_to: fc.constant(null),
  min_days_to_offer: fc.constant(null),
})

describe.each(sqliteOnly)('BZP preview compared with a naive implementation on %s', (engine) => {
  it('counts the same for any filter, and its days add up', async () => {
    const service = await startTestService({ engine, now: NOW })
    const { apiKey } = await service.createAccount()
    expect(pool.length).toBeGreaterThan(1000)
    await insertNotices(
      service.storage.db,
      pool.map((each) => toNewNotice(each, warsawDay(new Date(each.published_at)))),
    )
    const foldedPool = pool.map(foldNotice)
    let hits = 0
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { status, body } = await service.request<BzpPreview>(apiKey, 'POST', '/v1/bzp/alerts/preview', filter)
        expect(status).toBe(200)
        expect(body.count).toBe(countNaively(foldedPool, filter))
        expect(body.daily.reduce((sum, day) => sum + day.count, 0)).toBe(body.count)
        expect(body.examples).toHaveLength(Math.min(5, body.count))
        const times = body.examples.map(({ published_at: at }) => at)
        expect(times).toEqual([...times].sort().reverse())
        hits += body.count > 0 ? 1 : 0
      }),
      { numRuns: rounds({ long: 150, short: 60 }), seed: seedFor('BZP filters', SEED) },
    )
    expect(hits).toBeGreaterThan(rounds({ long: 15, short: 6 }))
    await service.stop()
  })
})

describe.each(sqliteOnly)('sample notices on %s', (engine) => {
  it('fill the window, follow the clock and are deleted when they leave it', async () => {
    const service = await startTestService({ engine, content: 'sample' })
    const { apiKey } = await service.createAccount()
    const { dependencies } = service.service
    const callService = async () =>
      (await service.request<BzpPreview>(apiKey, 'POST', '/v1/bzp/alerts/preview', {})).body
    const stored = () =>
      service.storage.db.selectFrom('bzp_notices').select(['id', 'published_at']).orderBy('published_at').execute()

    const first = await callService()
    expect(first.count).toBeGreaterThanOrEqual(20_000)
    const sunday = first.daily.find(({ date }) => date === '2026-11-15')
    const monday = first.daily.find(({ date }) => date === '2026-11-16')
    expect((sunday?.count ?? 0) * 5).toBeLessThan(monday?.count ?? 0)
    const loaded = await stored()
    expect(loaded.every(({ published_at: at }) => at <= NOW)).toBe(true)
    await loadSampleNotices(dependencies)
    expect(await stored()).toEqual(loaded)

    service.clock.advance(14 * DAY_MS)
    await bzpJob.run(dependencies)
    const later = await callService()
    expect(later.count).toBeGreaterThanOrEqual(20_000)
    expect(later.daily.at(-1)?.count).toBeGreaterThan(0)
    const retained = await stored()
    expect(retained.every(({ published_at: at }) => at >= timeBefore(17 * DAY_MS))).toBe(true)
    expect(new Set(retained.map(({ id }) => id)).size).toBe(retained.length)
    await service.stop()
  })

  it('are published only when sample data were requested', async () => {
    const service = await startTestService({ engine, now: NOW })
    await bzpJob.run(service.service.dependencies)
    expect(await service.storage.db.selectFrom('bzp_notices').select('id').execute()).toEqual([])
    await service.stop()
  })
})
