import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type BzpExplanation, bzpFilter, type BzpPreview } from '@/lib/contract/bzp'
import { warsawDay } from '@/lib/domain/calendar'
import { countNaively, readNaively } from '@/lib/testing/naive/naive-notices'
import { drawnNotices } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const pool = drawnNotices(warsawDay(new Date(NOW)), 12)
const notices = pool.map(readNaively)

describe.each(sqliteOnly)('unusual and invalid notice filters on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount()).apiKey
    await insertSampleNotices(service, pool)
  })
  afterAll(() => service.stop())

  const post = <B>(path: string, body: unknown) => service.request<B>(apiKey, 'POST', `/v1/bzp/alerts/${path}`, body)

  it.each([
    'a',
    'ł',
    'Ó',
    '%',
    '_',
    '100%',
    'a_b',
    '"',
    '"pod dębem"',
    "'",
    "O'Hary",
    '😀',
    '\\',
    '--',
    'שלום',
    'מכרז ש',
    '1',
  ])('search for %s literally', async (keyword) => {
    for (const list of ['keywords', 'exclude_keywords'] as const) {
      const filter = bzpFilter.parse({ [list]: [keyword] })
      const { status, body } = await post<BzpPreview>('preview', filter)
      expect([status, body.count]).toEqual([200, countNaively(notices, filter)])
      const explained = await post<BzpExplanation>('explain', filter)
      expect([explained.status, explained.body.count]).toEqual([200, body.count])
    }
  })

  it.each<[what: string, filter: Record<string, unknown>, loc: (string | number)[]]>([
    ['a keyword of 500 letters', { keywords: ['ok', 'a'.repeat(500)] }, ['keywords', 1]],
    ['an empty keyword', { keywords: [''] }, ['keywords', 0]],
    ['only spaces', { exclude_keywords: ['   '] }, ['exclude_keywords', 0]],
    ['only blanks of other kinds', { keywords: ['\u00A0\u2003'] }, ['keywords', 0]],
    ['half of an emoji', { keywords: ['\uD83D'] }, ['keywords', 0]],
    ['several lines', { keywords: ['droga\nmost'] }, ['keywords', 0]],
    ['101 values', { keywords: Array.from({ length: 101 }, (_, index) => `a${index}`) }, ['keywords']],
    ['a CPV of one digit', { cpv: ['4'] }, ['cpv', 0]],
    ['a CPV of ten digits', { cpv: ['45', '4523312061'] }, ['cpv', 1]],
    ['a CPV of letters', { cpv: ['drogi'] }, ['cpv', 0]],
    ['a province of another country', { provinces: ['Bawaria'] }, ['provinces', 0]],
    ['an unknown order type', { order_types: ['Supplies'] }, ['order_types', 0]],
    ['values out of order', { value_from: 2, value_to: 1 }, ['value_from']],
    ['a negative value', { value_from: -1 }, ['value_from']],
    ['a part of a złoty', { value_to: 1.5 }, ['value_to']],
    ['a value above the maximum', { value_to: 1_000_000_000_001 }, ['value_to']],
    ['a text instead of a value', { value_from: '100' }, ['value_from']],
    ['no days', { min_days_to_offer: 0 }, ['min_days_to_offer']],
    ['more days than a year has', { min_days_to_offer: 366 }, ['min_days_to_offer']],
    ['a text instead of a list', { keywords: 'droga' }, ['keywords']],
  ])('return 422 with the location of %s', async (_, filter, loc) => {
    type Refusal = { detail: { loc: unknown[]; msg: string }[] }
    for (const path of ['preview', 'explain']) {
      const { status, body } = await post<Refusal>(path, filter)
      expect([path, status, body.detail[0]?.loc]).toEqual([path, 422, ['body', ...loc]])
      expect(body.detail[0]?.msg).not.toBe('')
    }
    const { status, body } = await post<Refusal>('compare', { filters: [{}, filter] })
    expect([status, body.detail[0]?.loc]).toEqual([422, ['body', 'filters', 1, ...loc]])
  })

  it.each([
    'value_from=2&value_to=1',
    'value_to=1.5',
    'cpv=4',
    'keywords=%20',
    'min_days_to_offer=0',
    'keywords=a&cursor=x',
  ])('return 422 for the list with %s', async (query) => {
    const { status } = await service.request(apiKey, 'GET', `/v1/bzp/notices?${query}`)
    expect(status).toBe(422)
  })

  it('accept 100 unknown values in each list and find nothing', async () => {
    const many = (text: string) => Array.from({ length: 100 }, (_, index) => `${text} ${index} nigdzie`)
    const filter = {
      keywords: many('słowo'),
      exclude_keywords: many('inne'),
      cities: many('miasto'),
      authorities: many('urząd'),
    }
    const { body } = await post<BzpExplanation>('explain', filter)
    expect(body.count).toBe(0)
    expect(body.without).toHaveLength(400)
    expect(body.to_drop?.values).toHaveLength(300)
    expect(body.to_drop?.count).toBe(countNaively(notices, bzpFilter.parse({})))
  })
})
