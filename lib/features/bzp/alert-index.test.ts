import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import type { NoticeTerms } from '@/lib/domain/bzp/notice-filter'
import { mentionsNaively } from '@/lib/testing/naive/naive-notices'
import { rounds, seedFor } from '@/lib/testing/rounds'

import { createAlertIndex, type MatchedNotice } from './alert-index'
import { createTextSearch } from './text-search'

/** A small alphabet makes texts overlap often. */
const letters = fc.constantFrom('a', 'b', 'c', ' ', '%', '_', '"', '😀', 'ź')
const textOf = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength })

describe('a search for many texts', () => {
  it('finds the same texts as a separate search for each', () => {
    const seed = seedFor('text search', 11)
    fc.assert(
      fc.property(fc.uniqueArray(textOf(6), { maxLength: 30 }), textOf(60), (terms, text) => {
        const found = new Set<number>()
        createTextSearch(terms).forEachTermIn(text, (index) => found.add(index))
        const expected = terms.flatMap((term, index) => (text.includes(term) ? [index] : []))
        expect([...found].sort((a, b) => a - b)).toEqual(expected)
      }),
      { seed, numRuns: rounds({ long: 20_000, short: 2_000 }) },
    )
  })

  it('does not search for each text separately: a hundred times more texts cost less than fifteen times as much', () => {
    const letter = fc.constantFrom(...'a b c d e f g h i j k l m n o p r s t u w y z'.split(' '))
    const words = fc.sample(fc.string({ unit: letter, minLength: 5, maxLength: 12 }), { numRuns: 12_000, seed: 1 })
    const distinct = [...new Set(words)]
    const text = distinct.slice(0, 150).join(' ')
    /** Counts how often a character or term is compared with the text. */
    const work = (count: number) => {
      const search = createTextSearch(distinct.slice(-count))
      const methods = ['charCodeAt', 'startsWith', 'includes', 'indexOf'] as const
      const spies = methods.map((name) => vi.spyOn(String.prototype, name))
      search.forEachTermIn(text, () => undefined)
      const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
      for (const spy of spies) spy.mockRestore()
      return calls
    }
    expect(work(10_000)).toBeLessThan(15 * work(100))
  })
})

const few = <T>(item: fc.Arbitrary<T>) => fc.oneof(fc.constant<T[]>([]), fc.array(item, { minLength: 1, maxLength: 3 }))
const maybe = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null })
const filters: fc.Arbitrary<NoticeTerms> = fc.record({
  keywords: few(textOf(4)),
  excluded: few(textOf(4)),
  cpv: few(fc.constantFrom('45', '4523', '45230000', '30', '452')),
  provinceCodes: few(fc.constantFrom('PL02', 'PL04', 'PL06')),
  orderTypes: few(fc.constantFrom('Works', 'Services', 'Delivery')),
  cityKeys: few(fc.constantFrom('a', 'ab', 'b c')),
  authorityParts: few(fc.oneof(textOf(3), fc.constantFrom('5260001246', '52600', '46'))),
  valueFrom: maybe(3),
  valueTo: maybe(3),
  minDaysToOffer: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
})
const notices: fc.Arbitrary<MatchedNotice> = fc.record({
  search_text: fc.array(textOf(12), { minLength: 3, maxLength: 3 }).map((lines) => lines.join('\n')),
  authority_key: fc.tuple(textOf(8), fc.constantFrom('5260001246', '9282077626')).map((parts) => parts.join(' ')),
  cpv: fc
    .array(fc.constantFrom('45230000-8', '30000000-9', '45300000-0'), { minLength: 1, maxLength: 3 })
    .map((codes) => ` ${codes.join(' ')} `),
  city_key: fc.constantFrom('a', 'ab', 'b c', 'x'),
  province_code: fc.constantFrom('PL02', 'PL04', 'PL06', 'PL08'),
  order_type: fc.constantFrom('Works', 'Services', 'Delivery'),
  published_at: fc.constant('2026-11-10T10:00:00.000Z'),
  offers_until: fc.option(
    fc.constantFrom('2026-11-12T09:59:59.999Z', '2026-11-12T10:00:00.000Z', '2026-11-14T10:00:00.000Z'),
    { nil: null },
  ),
  estimated_value_pln: maybe(4),
})

const isEmptyOrSome = <T>(list: readonly T[], test: (value: T) => boolean) => list.length === 0 || list.some(test)

function isWithinLimits(notice: MatchedNotice, { valueFrom, valueTo, minDaysToOffer }: NoticeTerms): boolean {
  const { estimated_value_pln: value, offers_until: until, published_at: from } = notice
  const days = until === null ? -1 : Math.floor((Date.parse(until) - Date.parse(from)) / 86_400_000)
  const tests = [
    valueFrom === null || (value !== null && value >= valueFrom),
    valueTo === null || (value !== null && value <= valueTo),
    minDaysToOffer === null || days >= minDaysToOffer,
  ]
  return tests.every(Boolean)
}

/** The naive reference implementation. */
function matchesSlowly(notice: MatchedNotice, terms: NoticeTerms): boolean {
  const lines = notice.search_text.split('\n')
  const codes = notice.cpv.trim().split(' ')
  const has = (word: string) => lines.some((line) => line.includes(word))
  const [name, nip] = [notice.authority_key.slice(0, -11), notice.authority_key.slice(-10)]
  const tests = [
    isEmptyOrSome(terms.keywords, (word) => lines.some((line) => mentionsNaively(line, word))),
    !terms.excluded.some(has),
    isEmptyOrSome(terms.cpv, (digits) => codes.some((code) => code.startsWith(digits))),
    isEmptyOrSome(terms.provinceCodes, (code) => code === notice.province_code),
    isEmptyOrSome(terms.orderTypes, (type) => type === notice.order_type),
    isEmptyOrSome(terms.cityKeys, (city) => city === notice.city_key),
    isEmptyOrSome(terms.authorityParts, (part) => part === nip || name.includes(part)),
    isWithinLimits(notice, terms),
  ]
  return tests.every(Boolean)
}

describe('an index of alerts', () => {
  it('finds the same alerts as a check of each filter separately', () => {
    const seed = seedFor('alert index', 12)
    fc.assert(
      fc.property(
        fc.array(filters, { maxLength: 70 }),
        fc.array(notices, { maxLength: 5 }),
        (terms, sampledNotices) => {
          const index = createAlertIndex(terms)
          for (const notice of sampledNotices) {
            const expected = terms.flatMap((each, position) => (matchesSlowly(notice, each) ? [position] : []))
            expect(index.match(notice)).toEqual(expected)
          }
        },
      ),
      { seed, numRuns: rounds({ long: 3_000, short: 300 }) },
    )
  })

  it('reads only filters that a notice satisfies, apart from their limits', () => {
    const readPositions = new Set<number>()
    const terms = fc.sample(filters, { numRuns: 300, seed: 2 })
    const observedTerms = terms.map(
      (each, position) =>
        new Proxy(each, {
          get: (target, key) => {
            readPositions.add(position)
            // Safe: only keys of a filter are requested.
            return target[key as keyof NoticeTerms]
          },
        }),
    )
    const index = createAlertIndex(observedTerms)
    for (const notice of fc.sample(notices, { numRuns: 50, seed: 3 })) {
      readPositions.clear()
      index.match(notice)
      const expected = terms.flatMap((each, position) =>
        matchesSlowly(notice, { ...each, valueFrom: null, valueTo: null, minDaysToOffer: null }) ? [position] : [],
      )
      expect([...readPositions].sort((a, b) => a - b)).toEqual(expected)
    }
  })
})
