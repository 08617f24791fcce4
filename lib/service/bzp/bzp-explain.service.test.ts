import { expect, it } from 'vitest'

import type { BzpComparison, BzpExplanation, BzpFacets, BzpFilter, BzpNotice, BzpPreview } from '@/lib/contract/bzp'
import { noticeLists } from '@/lib/domain/bzp/notice-filter'
import { noticesOfDay } from '@/lib/sample/bzp/bzp-days'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { sqliteOnly, startTestService } from '@/lib/testing/service'

const filters: Partial<BzpFilter>[] = [
  {},
  { keywords: ['budow', 'remont', 'dostawa'], provinces: ['PL14', 'PL12'] },
  { keywords: ['budow'], exclude_keywords: ['drog', 'a', 'szko'], order_types: ['Works'] },
  { cpv: ['45', '4523'], authorities: ['gmina', 'miasto'], exclude_keywords: ['nie ma tego'] },
  { keywords: ['nic takiego nie ma', 'zzzz'], provinces: ['PL14'] },
  { keywords: ['budow'], order_types: ['Works'], value_from: 1_000_000 },
  { keywords: ['budow'], exclude_keywords: ['budow', 'ud'], min_days_to_offer: 5 },
]

type Removal = NonNullable<BzpExplanation['to_drop']>

function withoutRemoved(filter: Partial<BzpFilter>, { values, limits }: Removal): Partial<BzpFilter> {
  const remaining = { ...filter, ...Object.fromEntries(limits.map((limit) => [limit, null])) }
  for (const list of noticeLists) {
    const dropped = values.filter((value) => value.list === list).map(({ index }) => index)
    remaining[list] = (filter[list] ?? []).filter((_, index) => !dropped.includes(index))
  }
  return remaining
}

it.each(sqliteOnly)(
  'explanations, comparisons, lists and facets agree with the counts of previews on %s',
  async (engine) => {
    const service = await startTestService({ engine })
    const { apiKey } = await service.createAccount()
    const notices = ['2026-11-16', '2026-11-17', '2026-11-18'].flatMap((day) => noticesOfDay(day).slice(0, 150))
    const variedNotices = notices.map((each, index) => ({
      ...each,
      tender_id: index % 9 === 8 ? (notices[index - 1]?.tender_id ?? '') : each.tender_id,
      offers_until: index % 3 === 0 ? null : new Date(Date.parse(each.published_at) + index * 9_000_000).toISOString(),
      estimated_value_pln: index % 4 === 0 ? null : index * 10_000,
    }))
    await insertSampleNotices(service, variedNotices)
    const post = async <B>(path: string, body: unknown) => {
      const answer = await service.request<B>(apiKey, 'POST', `/v1/bzp/alerts/${path}`, body)
      expect(answer.status).toBe(200)
      return answer.body
    }
    const count = async (filter: Partial<BzpFilter>) => (await post<BzpPreview>('preview', filter)).count
    for (const filter of filters) {
      const explained = await post<BzpExplanation>('explain', filter)
      expect(explained.count).toBe(await count(filter))
      expect(explained.without).toHaveLength(noticeLists.flatMap((list) => filter[list] ?? []).length)
      for (const { list, index, count: without } of explained.without) {
        expect([filter, list, index, without]).toEqual([
          filter,
          list,
          index,
          await count({ ...filter, [list]: filter[list]?.toSpliced(index, 1) }),
        ])
      }
      for (const { limit, count: without } of explained.without_limits) {
        expect(without).toBe(await count({ ...filter, [limit]: null }))
      }
      expect(explained.to_drop === null).toBe(explained.count > 0)
      if (explained.to_drop) {
        expect(explained.to_drop.count).toBe(await count(withoutRemoved(filter, explained.to_drop)))
        expect(explained.to_drop.count).toBeGreaterThan(0)
      }
    }
    expect((await post<BzpExplanation>('explain', filters[4])).to_drop?.values).toHaveLength(2)

    const compared = await post<BzpComparison>('compare', {
      filters: [{ keywords: ['budow'] }, { provinces: ['PL14'] }],
    })
    const both = await count({ keywords: ['budow'], provinces: ['PL14'] })
    const [first] = compared.counts
    expect(compared.counts).toEqual([await count({ keywords: ['budow'] }), await count({ provinces: ['PL14'] })])
    const region = (foundBy: number[]) =>
      compared.regions.find(({ found_by }) => found_by.join() === foundBy.join())?.count
    expect(Number(region([0])) + Number(region([0, 1]))).toBe(first)
    expect(region([0, 1])).toBeGreaterThanOrEqual(both)
    expect(compared.common).toHaveLength(Math.min(5, Number(region([0, 1]))))

    const facets = async (query: string) =>
      (await service.request<BzpFacets>(apiKey, 'GET', `/v1/bzp/facets?${query}`)).body.items
    for (const { value, count: found } of await facets('field=cpv&limit=40'))
      expect(found).toBe(await count({ cpv: [value] }))
    for (const { value, count: found } of await facets('field=provinces')) {
      expect(found).toBe(await count({ provinces: [value] }))
    }
    for (const { nip, count: found } of await facets('field=authorities&limit=20&q=gmina')) {
      expect(found).toBe(await count({ authorities: [String(nip)] }))
    }

    const page = async (query: string) =>
      (
        await service.request<{ items: BzpNotice[]; total: number; next_cursor: string | null }>(
          apiKey,
          'GET',
          `/v1/bzp/notices?${query}`,
        )
      ).body
    const fullList = await page('keywords=budow&limit=1000')
    expect(fullList.total).toBe(await count({ keywords: ['budow'] }))
    const one = await page('keywords=budow&limit=3')
    await insertSampleNotices(service, [noticeOf(7777, { published_at: '2026-11-19T10:00:00.000Z' })])
    const next = await page(`keywords=budow&limit=3&cursor=${one.next_cursor}`)
    expect([...one.items, ...next.items].map(({ id }) => id)).toEqual(fullList.items.slice(0, 6).map(({ id }) => id))
    const other = await service.request(apiKey, 'GET', `/v1/bzp/notices?keywords=remont&cursor=${one.next_cursor}`)
    expect(other.status).toBe(422)
    await service.stop()
  },
)
