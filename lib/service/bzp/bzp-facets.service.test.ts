import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type BzpFacetField, type BzpFacets, bzpFacetFields } from '@/lib/contract/bzp'
import { warsawDay } from '@/lib/domain/calendar'
import { provinces } from '@/lib/domain/provinces'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { collapse } from '@/lib/testing/naive/naive-notices'
import { drawnNotices } from '@/lib/testing/notice-filters'
import { insertSampleNotices } from '@/lib/testing/notices'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const pool = drawnNotices(warsawDay(new Date(NOW)))

type Facet = BzpFacets['items'][number]
type FacetValue = Omit<Facet, 'count'> & { readonly key: string }
const provinceOf = (notice: SampleNotice) =>
  provinces.find(({ code }) => code === notice.province_code)?.name ?? notice.province_code
const plain = (value: string): FacetValue => ({ key: value, value, province: null, nip: null })

/** All branches from two digits down to the code itself. */
function branches(code: string): string[] {
  const digits = code.slice(0, 8).replace(/0+$/, '').padEnd(2, '0')
  return digits.split('').flatMap((_, at) => (at > 0 ? [digits.slice(0, at + 1)] : []))
}

/**
 * The values of a notice for each field. Values with the same key are one value, shown by the name that was stored
 * first.
 */
const valuesOf: Readonly<Record<BzpFacetField, (notice: SampleNotice) => FacetValue[]>> = {
  cpv: ({ cpv }) => cpv.flatMap(branches).map(plain),
  provinces: (notice) => [plain(provinceOf(notice))],
  order_types: ({ order_type }) => [plain(order_type)],
  cities: (notice) => {
    const key = `${collapse(notice.city)} ${notice.province_code}`
    return [{ key, value: notice.city, province: provinceOf(notice), nip: null }]
  },
  authorities: (notice) => {
    const key = `${collapse(notice.authority)} ${notice.authority_nip}`
    return [{ key, value: notice.authority, province: provinceOf(notice), nip: notice.authority_nip }]
  },
  words: ({ title, description, authority }) =>
    [title, description, authority]
      .flatMap((text) => collapse(text).split(' '))
      .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, ''))
      .filter((word) => word.length > 1 && /\p{L}/u.test(word))
      .map(plain),
}

const matchesQuery = ({ value, nip }: FacetValue, q: string) =>
  collapse(value).includes(q) || nip?.startsWith(q) === true

function countNaively(field: BzpFacetField, q: string | undefined): Facet[] {
  const facets = new Map<string, { facetValue: FacetValue; procedures: Set<string> }>()
  for (const notice of pool) {
    for (const facetValue of valuesOf[field](notice)) {
      if (q !== undefined && !matchesQuery(facetValue, collapse(q))) continue
      const facet = facets.get(facetValue.key) ?? { facetValue, procedures: new Set() }
      facet.procedures.add(notice.tender_id)
      facets.set(facetValue.key, facet)
    }
  }
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
  return [...facets.values()]
    .map(({ facetValue: { value, province, nip }, procedures }) => ({ value, province, nip, count: procedures.size }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value) || compare(a.province ?? '', b.province ?? ''))
}

describe.each(sqliteOnly)('facet values of procedures on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    apiKey = (await service.createAccount()).apiKey
    await insertSampleNotices(service, pool)
  })
  afterAll(() => service.stop())

  const callService = async (query: Record<string, string>) => {
    const path = `/v1/bzp/facets?${new URLSearchParams(query).toString()}`
    const { status, body } = await service.request<BzpFacets>(apiKey, 'GET', path)
    expect([path, status]).toEqual([path, 200])
    return body
  }

  it.each(bzpFacetFields)('are counted like a naive evaluation: %s', async (field) => {
    for (const q of [
      undefined,
      'ŁÓDŹ',
      'gm',
      'works',
      '4523',
      'dos',
      '%%',
      '😀 imienia',
      'שלום',
      pool[0]?.authority_nip,
    ]) {
      const { items, total } = await callService({ field, limit: '10000', ...(q !== undefined && { q }) })
      expect([q, items]).toEqual([q, countNaively(field, q)])
      expect(total).toBe(items.length)
    }
    const first = await callService({ field, limit: '2' })
    expect(first.items).toEqual(countNaively(field, undefined).slice(0, 2))
    expect(first.total).toBe(countNaively(field, undefined).length)
  })
})
