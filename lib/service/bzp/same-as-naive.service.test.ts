import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BzpComparison, BzpExplanation, BzpFilter, BzpNotice, BzpPreview } from '@/lib/contract/bzp'
import { noticeLists } from '@/lib/domain/bzp/notice-filter'
import { warsawDay } from '@/lib/domain/calendar'
import {
  countNaively,
  fewestNaively,
  findNaively,
  matchesFilter,
  newestOfEach,
  partsOf,
  readNaively,
  withoutParts,
} from '@/lib/testing/naive/naive-notices'
import { drawnNotices, filtersOf } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const pool = drawnNotices(warsawDay(new Date(NOW)))
const notices = pool.map(readNaively)
const drawnFilters = fc.sample(filtersOf(pool), {
  seed: seedFor('filters of notices', 20_261_124),
  numRuns: rounds({ long: 1000, short: 40 }),
})
/** Trying every subset is exponential, so filters with more parts are only checked where a small set is enough. */
const MAX_TRIED_PARTS = 14

describe.each(sqliteOnly)('results of filters compared with a naive evaluation on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount({ limits: { lookups: null } })).apiKey
    await insertSampleNotices(service, pool)
  })
  afterAll(() => service.stop())

  const callService = async <B>(method: string, path: string, body?: unknown): Promise<B> => {
    const answer = await service.request<B>(apiKey, method, path, body)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }

  it('have the same counts, dates and procedures', async () => {
    let hits = 0
    for (const filter of drawnFilters) {
      const found = findNaively(notices, filter)
      const { count, examples, daily } = await callService<BzpPreview>('POST', '/v1/bzp/alerts/preview', filter)
      expect([filter, count, examples.map(({ id }) => id)]).toEqual([filter, found.length, idsOf(found).slice(0, 5)])
      const days = found.map(({ notice }) => warsawDay(new Date(notice.published_at)))
      expect(daily.map((day) => day.count)).toEqual(daily.map(({ date }) => days.filter((day) => day === date).length))
      hits += count > 0 ? 1 : 0
    }
    expect(hits).toBeGreaterThan(drawnFilters.length / 4)
  })

  it('have the same effect of each value and the same fewest values to drop', async () => {
    let zeros = 0
    for (const filter of drawnFilters) {
      const explained = await callService<BzpExplanation>('POST', '/v1/bzp/alerts/explain', filter)
      const counted = [
        ...explained.without.map(({ list, index, count }) => ({ part: { list, index }, count })),
        ...explained.without_limits.map(({ limit, count }) => ({ part: { limit }, count })),
      ]
      const expected = partsOf(filter).map((part) => ({
        part,
        count: countNaively(notices, withoutParts(filter, [part])),
      }))
      expect([filter, counted]).toEqual([filter, expected])
      expect(explained.count).toBe(countNaively(notices, filter))
      expect(explained.to_drop === null).toBe(explained.count > 0)
      if (explained.to_drop === null) continue
      const dropped = [...explained.to_drop.values, ...explained.to_drop.limits.map((limit) => ({ limit }))]
      expect(explained.to_drop.count).toBe(countNaively(notices, withoutParts(filter, dropped)))
      if (partsOf(filter).length > MAX_TRIED_PARTS) continue
      zeros += 1
      const { count } = explained.to_drop
      expect([filter, { size: dropped.length, count }]).toEqual([filter, fewestNaively(notices, filter)])
    }
    expect(zeros).toBeGreaterThan(drawnFilters.length / 10)
  })

  it('have the same comparison of several filters', async () => {
    for (let first = 0; first + 4 <= drawnFilters.length; first += 3) {
      const filters = drawnFilters.slice(first, first + 2 + (first % 3))
      const comparison = await callService<BzpComparison>('POST', '/v1/bzp/alerts/compare', { filters })
      expect(comparison.counts).toEqual(filters.map((filter) => countNaively(notices, filter)))
      const { regions, common } = compareNaively(filters)
      expect(new Map(comparison.regions.map(({ found_by: by, count }) => [by.join(), count]))).toEqual(regions)
      expect(comparison.common.map(({ id }) => id)).toEqual(common)
    }
  })

  it('have the same procedures, page by page', async () => {
    for (const filter of drawnFilters) {
      const found = idsOf(findNaively(notices, filter))
      const limit = Math.max(1, Math.ceil(found.length / 3))
      const listed: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await callService('GET', `/v1/bzp/notices?${queryOf(filter, { limit, cursor })}`)
        if (isEmpty(filter)) break
        expect(page.total).toBe(found.length)
        listed.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      }
      if (!isEmpty(filter)) expect([filter, listed]).toEqual([filter, found])
    }
  })
})

type Page = { items: BzpNotice[]; total: number; next_cursor: string | null }

const idsOf = (found: readonly { notice: { id: string } }[]): string[] => found.map(({ notice }) => notice.id)
const isEmpty = (filter: BzpFilter): boolean => partsOf(filter).length === 0

function queryOf(filter: BzpFilter, { limit, cursor }: { limit: number; cursor: string }): string {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor !== '' && { cursor }) })
  for (const list of noticeLists) for (const value of filter[list]) query.append(list, value)
  for (const name of ['value_from', 'value_to', 'min_days_to_offer'] as const) {
    if (filter[name] !== null) query.set(name, String(filter[name]))
  }
  return query.toString()
}

function compareNaively(filters: readonly BzpFilter[]) {
  const foundBy = new Map<string, Set<number>>()
  const any = notices.filter((each) => filters.some((filter) => matchesFilter(each, filter)))
  for (const each of any) {
    const filterIndexes = foundBy.get(each.notice.tender_id) ?? new Set()
    for (const [index, filter] of filters.entries()) if (matchesFilter(each, filter)) filterIndexes.add(index)
    foundBy.set(each.notice.tender_id, filterIndexes)
  }
  const regions = new Map<string, number>()
  for (const filterIndexes of foundBy.values()) {
    const key = [...filterIndexes].sort((a, b) => a - b).join()
    regions.set(key, (regions.get(key) ?? 0) + 1)
  }
  const common = newestOfEach(any.filter(({ notice }) => foundBy.get(notice.tender_id)?.size === filters.length))
  return { regions, common: idsOf(common).slice(0, 5) }
}
