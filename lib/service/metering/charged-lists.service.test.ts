import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiMeter, UsageSummary } from '@/lib/contract/usage'
import { anyText } from '@/lib/testing/matchers'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import {
  clauseItem,
  insertCases,
  insertClauses,
  insertDecisions,
  insertWarnings,
  knfItem,
  sudopItem,
  uokikItem,
} from '@/lib/testing/register-entries'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from './verify-usage'

type Page = { items: { id: string }[]; total: number; next_cursor: string | null }
type Refused = { detail: Record<string, unknown> }

const NOVEMBER = '2026-11-20T11:00:00.000Z'
const NOVEMBER_END = '2026-11-30T23:00:00.000Z'
const DECEMBER = '2026-12-01T08:00:00.000Z'
const COUNT = 47
const of = <T>(make: (index: number) => T) => Array.from({ length: COUNT }, (_, index) => make(index))
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Every list that costs one unit per item, with `COUNT` items in the store. */
const lists = [
  { path: '/v1/knf/warnings', counter: 'announcement', dated: false },
  { path: '/v1/uokik/decisions', counter: 'announcement', dated: true },
  { path: '/v1/uokik/clauses', counter: 'announcement', dated: true },
  { path: '/v1/sudop/cases', counter: 'announcement', dated: true },
  { path: '/v1/bzp/notices', counter: 'bzp', dated: true },
] as const

describe.each(engines)('charged lists on %s', (engine) => {
  let on: TestService
  const newestFirst = new Map<string, string[]>()
  beforeAll(async () => {
    on = await startTestService({ engine, now: NOVEMBER })
    const [warnings, decisions] = [of(() => knfItem()), of(() => uokikItem())]
    const clauses = of(() => clauseItem())
    const [cases, notices] = [of(() => sudopItem()), of((index) => noticeOf(index))]
    await insertWarnings(on, warnings)
    await insertDecisions(on, decisions)
    await insertClauses(on, clauses)
    await insertCases(on, cases)
    await insertSampleNotices(on, notices)
    const stored = [warnings, decisions, clauses, cases, notices]
    for (const [index, { path }] of lists.entries()) newestFirst.set(path, idsOf(stored[index] ?? []).reverse())
  })
  afterAll(() => on.stop())

  const meterOf = async (key: string) => (await on.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body
  const walk = async (key: string, path: string) => {
    const pages: Page[] = []
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null) {
      const answer = await on.request<Page>(key, 'GET', `${path}${cursor && `&cursor=${cursor}`}`)
      expect(answer.status).toBe(200)
      pages.push(answer.body)
    }
    return pages
  }

  describe.each(lists)('$path', ({ path, counter, dated }) => {
    it('costs one unit an item and gives every item exactly once', async () => {
      const { accountId, apiKey } = await on.createAccount()
      const pages = await walk(apiKey, `${path}?limit=10`)
      expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 10, 10, 7])
      expect(pages.map(({ total }) => total)).toEqual(Array(5).fill(COUNT))
      expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(newestFirst.get(path))
      const { body } = await on.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')
      expect(body.counts).toMatchObject({ lookups: COUNT, [counter]: COUNT })
      const breakdown = await on.request(apiKey, 'GET', '/v1/usage/breakdown')
      expect(breakdown.body).toEqual({ items: [{ endpoint: path, pool: 'lookups', calls: 5, units: COUNT }] })
      expect(await verifyUsage(on, accountId)).toEqual([])
    })

    it('gives 100 unless asked, and the whole list in one page without another', async () => {
      const { apiKey } = await on.createAccount()
      for (const query of ['', `?limit=${COUNT}`, '?limit=1000']) {
        const { body } = await on.request<Page>(apiKey, 'GET', `${path}${query}`)
        expect([body.items.length, body.total, body.next_cursor]).toEqual([COUNT, COUNT, null])
      }
    })

    it('is cut to what is left, refused when nothing is, and goes on next month where it stopped', async () => {
      const { accountId, apiKey } = await on.createAccount({ limits: { lookups: 15 }, spendCapPln: 0 })
      const first = await on.request<Page>(apiKey, 'GET', `${path}?limit=10`)
      const cut = await on.request<Page>(apiKey, 'GET', `${path}?limit=10&cursor=${first.body.next_cursor}`)
      expect([cut.status, cut.body.items.length, cut.body.total]).toEqual([200, 5, COUNT])
      const further = `${path}?limit=1000&cursor=${cut.body.next_cursor}`
      const refused = await on.request<Refused>(apiKey, 'GET', further)
      expect(refused.status).toBe(402)
      expect(refused.body.detail).toEqual({
        code: 'payment_required',
        message: anyText,
        pool: 'lookups',
        limit: 15,
        used: 15,
        requested: COUNT - 15,
        resets_at: NOVEMBER_END,
      })
      expect(await meterOf(apiKey)).toMatchObject({ used: 15, allowance: 0, overage_units: 0 })
      on.clock.set(DECEMBER)
      const next = await on.request<Page>(apiKey, 'GET', further)
      const rest = await on.request<Refused>(apiKey, 'GET', `${path}?cursor=${next.body.next_cursor}`)
      expect([next.body.items.length, rest.status]).toEqual([15, 402])
      on.clock.set(NOVEMBER)
      const seen = [first, cut, next].flatMap(({ body }) => idsOf(body.items))
      expect(seen).toEqual(newestFirst.get(path)?.slice(0, 30))
      expect(await verifyUsage(on, accountId)).toEqual([])
    })

    it('runs on Standard through the panel, where the pool is hard', async () => {
      const { accountId } = await on.createAccount({ plan: 'standard', limits: { lookups: 40 } })
      const panel = on.principalOf(accountId)
      const { body } = await on.requestAs<Page>(panel, 'GET', path)
      expect(idsOf(body.items)).toEqual(newestFirst.get(path)?.slice(0, 40))
      expect(body.total).toBe(COUNT)
      const refused = await on.requestAs<Refused>(panel, 'GET', path)
      expect([refused.status, refused.body.detail['pool']]).toEqual([402, 'lookups'])
    })

    it('is cut at the spend cap, to the grosz', async () => {
      // 1 PLN at 8 grosz buys 12 units in addition to the 5 included ones.
      const { apiKey } = await on.createAccount({ limits: { lookups: 5 }, spendCapPln: 1 })
      const { body } = await on.request<Page>(apiKey, 'GET', path)
      expect(body.items).toHaveLength(17)
      expect(await meterOf(apiKey)).toMatchObject({ used: 17, overage_units: 12, overage_grosz: 96, allowance: 0 })
      const refused = await on.request<Refused>(apiKey, 'GET', path)
      expect(refused.body.detail).toMatchObject({ pool: 'overage', limit: 100, used: 96 })
    })

    it('never gives more than is left to parallel calls', async () => {
      const { accountId, apiKey } = await on.createAccount({ limits: { lookups: 35 }, spendCapPln: 0 })
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => on.request<Partial<Page>>(apiKey, 'GET', `${path}?limit=10`)),
      )
      const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.items?.length ?? 0)
      expect(given.sort((a, b) => b - a)).toEqual([10, 10, 10, 5])
      expect(answers.filter(({ status }) => status === 402)).toHaveLength(8)
      expect((await meterOf(apiKey)).used).toBe(35)
      expect(await verifyUsage(on, accountId)).toEqual([])
    })

    it('answers an empty page for nothing, also when nothing is left', async () => {
      const { accountId, apiKey } = await on.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })
      const empty = await on.request(apiKey, 'GET', `${path}?q=nikogo`)
      expect([empty.status, empty.body]).toEqual([200, { items: [], total: 0, next_cursor: null }])
      expect((await on.request(apiKey, 'GET', path)).status).toBe(402)
      const breakdown = await on.request(apiKey, 'GET', '/v1/usage/breakdown')
      expect(breakdown.body).toEqual({ items: [{ endpoint: path, pool: 'lookups', calls: 1, units: 0 }] })
      expect(await verifyUsage(on, accountId)).toEqual([])
    })

    const wrongDates = ['date_from=2026-11-03&date_to=2026-11-02', 'date_from=2026-02-30', 'date_to=yesterday']
    it.each([
      'limit=0',
      'limit=1001',
      'limit=ten',
      'limit=1.5',
      'limit=',
      'cursor=x',
      'cursor=MDE',
      'cursor=LTE',
      // A cursor of another list.
      `cursor=${Buffer.from('monitors 1').toString('base64url')}`,
      `cursor=${'a'.repeat(201)}`,
      'q=a',
      'q=',
      'q=%00%00',
      'q=%CC%81%CC%81',
      `q=${'a'.repeat(201)}`,
      ...(dated ? wrongDates : []),
    ])('refuses %s and charges nothing', async (query) => {
      const { apiKey } = await on.createAccount()
      const answer = await on.request<{ detail: { loc: string[] }[] }>(apiKey, 'GET', `${path}?${query}`)
      expect(answer.status).toBe(422)
      expect(answer.body.detail[0]?.loc[0]).toBe('query')
      expect((await on.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
    })
  })
})
