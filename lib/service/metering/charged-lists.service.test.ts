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
type Refusal = { detail: Record<string, unknown> }

const NOVEMBER = '2026-11-20T11:00:00.000Z'
const NOVEMBER_END = '2026-11-30T23:00:00.000Z'
const DECEMBER = '2026-12-01T08:00:00.000Z'
const COUNT = 47
const repeated = <T>(make: (index: number) => T) => Array.from({ length: COUNT }, (_, index) => make(index))
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
  let service: TestService
  const newestFirst = new Map<string, string[]>()
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOVEMBER })
    const [warnings, decisions] = [repeated(() => knfItem()), repeated(() => uokikItem())]
    const clauses = repeated(() => clauseItem())
    const [cases, notices] = [repeated(() => sudopItem()), repeated((index) => noticeOf(index))]
    await insertWarnings(service, warnings)
    await insertDecisions(service, decisions)
    await insertClauses(service, clauses)
    await insertCases(service, cases)
    await insertSampleNotices(service, notices)
    const stored = [warnings, decisions, clauses, cases, notices]
    for (const [index, { path }] of lists.entries()) newestFirst.set(path, idsOf(stored[index] ?? []).reverse())
  })
  afterAll(() => service.stop())

  const meterOf = async (key: string) => (await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body
  const walk = async (key: string, path: string) => {
    const pages: Page[] = []
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next_cursor ?? null) {
      const answer = await service.request<Page>(key, 'GET', `${path}${cursor && `&cursor=${cursor}`}`)
      expect(answer.status).toBe(200)
      pages.push(answer.body)
    }
    return pages
  }

  describe.each(lists)('$path', ({ path, counter, dated }) => {
    it('costs one unit per item and returns every item exactly once', async () => {
      const { accountId, apiKey } = await service.createAccount()
      const pages = await walk(apiKey, `${path}?limit=10`)
      expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 10, 10, 7])
      expect(pages.map(({ total }) => total)).toEqual(Array(5).fill(COUNT))
      expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(newestFirst.get(path))
      const { body } = await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')
      expect(body.counts).toMatchObject({ lookups: COUNT, [counter]: COUNT })
      const breakdown = await service.request(apiKey, 'GET', '/v1/usage/breakdown')
      expect(breakdown.body).toEqual({ items: [{ endpoint: path, pool: 'lookups', calls: 5, units: COUNT }] })
      expect(await verifyUsage(service, accountId)).toEqual([])
    })

    it('returns the whole list in one page without a cursor, by default or with a sufficient limit', async () => {
      const { apiKey } = await service.createAccount()
      for (const query of ['', `?limit=${COUNT}`, '?limit=1000']) {
        const { body } = await service.request<Page>(apiKey, 'GET', `${path}${query}`)
        expect([body.items.length, body.total, body.next_cursor]).toEqual([COUNT, COUNT, null])
      }
    })

    it('is cut to what is left, refused when nothing is, and continues next month where it stopped', async () => {
      const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 15 }, spendCapPln: 0 })
      const first = await service.request<Page>(apiKey, 'GET', `${path}?limit=10`)
      const cut = await service.request<Page>(apiKey, 'GET', `${path}?limit=10&cursor=${first.body.next_cursor}`)
      expect([cut.status, cut.body.items.length, cut.body.total]).toEqual([200, 5, COUNT])
      const further = `${path}?limit=1000&cursor=${cut.body.next_cursor}`
      const refused = await service.request<Refusal>(apiKey, 'GET', further)
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
      service.clock.set(DECEMBER)
      const next = await service.request<Page>(apiKey, 'GET', further)
      const rest = await service.request<Refusal>(apiKey, 'GET', `${path}?cursor=${next.body.next_cursor}`)
      expect([next.body.items.length, rest.status]).toEqual([15, 402])
      service.clock.set(NOVEMBER)
      const receivedIds = [first, cut, next].flatMap(({ body }) => idsOf(body.items))
      expect(receivedIds).toEqual(newestFirst.get(path)?.slice(0, 30))
      expect(await verifyUsage(service, accountId)).toEqual([])
    })

    it('works on Standard through the panel, where the pool is hard', async () => {
      const { accountId } = await service.createAccount({ plan: 'standard', limits: { lookups: 40 } })
      const panel = service.principalOf(accountId)
      const { body } = await service.requestAs<Page>(panel, 'GET', path)
      expect(idsOf(body.items)).toEqual(newestFirst.get(path)?.slice(0, 40))
      expect(body.total).toBe(COUNT)
      const refused = await service.requestAs<Refusal>(panel, 'GET', path)
      expect([refused.status, refused.body.detail['pool']]).toEqual([402, 'lookups'])
    })

    it('is cut exactly at the spend cap', async () => {
      // 1 PLN at 8 grosz buys 12 units in addition to the 5 included ones.
      const { apiKey } = await service.createAccount({ limits: { lookups: 5 }, spendCapPln: 1 })
      const { body } = await service.request<Page>(apiKey, 'GET', path)
      expect(body.items).toHaveLength(17)
      expect(await meterOf(apiKey)).toMatchObject({ used: 17, overage_units: 12, overage_grosz: 96, allowance: 0 })
      const refused = await service.request<Refusal>(apiKey, 'GET', path)
      expect(refused.body.detail).toMatchObject({ pool: 'overage', limit: 100, used: 96 })
    })

    it('never returns more than is left to parallel calls', async () => {
      const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 35 }, spendCapPln: 0 })
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => service.request<Partial<Page>>(apiKey, 'GET', `${path}?limit=10`)),
      )
      const pageSizes = answers.filter(({ status }) => status === 200).map(({ body }) => body.items?.length ?? 0)
      expect(pageSizes.sort((a, b) => b - a)).toEqual([10, 10, 10, 5])
      expect(answers.filter(({ status }) => status === 402)).toHaveLength(8)
      expect((await meterOf(apiKey)).used).toBe(35)
      expect(await verifyUsage(service, accountId)).toEqual([])
    })

    it('returns an empty page when nothing is found, also when nothing is left', async () => {
      const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })
      const empty = await service.request(apiKey, 'GET', `${path}?q=nikogo`)
      expect([empty.status, empty.body]).toEqual([200, { items: [], total: 0, next_cursor: null }])
      expect((await service.request(apiKey, 'GET', path)).status).toBe(402)
      const breakdown = await service.request(apiKey, 'GET', '/v1/usage/breakdown')
      expect(breakdown.body).toEqual({ items: [{ endpoint: path, pool: 'lookups', calls: 1, units: 0 }] })
      expect(await verifyUsage(service, accountId)).toEqual([])
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
      const { apiKey } = await service.createAccount()
      const answer = await service.request<{ detail: { loc: string[] }[] }>(apiKey, 'GET', `${path}?${query}`)
      expect(answer.status).toBe(422)
      expect(answer.body.detail[0]?.loc[0]).toBe('query')
      expect((await service.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
    })
  })
})
