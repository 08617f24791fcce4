import type { NoticeTerms } from '@/lib/domain/bzp/notice-filter'

import { createKeywordSearch, type KeywordSearch } from './keyword-search'
import { createTextSearch } from './text-search'

/** The compared fields of a notice, in the form in which notices are stored. */
export type MatchedNotice = {
  /** Folded title, description and authority, one per line. */
  readonly search_text: string
  /** Folded authority and its NIP. */
  readonly authority_key: string
  /** Every code is preceded by a space. */
  readonly cpv: string
  readonly city_key: string
  readonly province_code: string
  readonly order_type: string
  readonly published_at: string
  readonly offers_until: string | null
  readonly estimated_value_pln: number | null
}

export type AlertIndex = {
  /** Indexes of the filters that a notice satisfies, ascending. */
  readonly match: (notice: MatchedNotice) => number[]
}

const DAY_MS = 86_400_000

/** One bit per filter. */
type Bits = Int32Array
const wordsFor = (count: number): number => (count + 31) >> 5

/** One condition of all filters: which filters lack it, and which ones a value satisfies. */
type Condition = {
  readonly unconstrained: Bits
  /** Value → indexes of the filters that name it. */
  readonly filterIndexes: ReadonlyMap<string, readonly number[]>
}

type TextCondition = {
  readonly unconstrained: Bits
  readonly search: KeywordSearch
  /** Index of a value → indexes of the filters that name it. */
  readonly filterIndexes: readonly (readonly number[])[]
}

/** Builds an index over filters in the form of `readNoticeFilter`. It is built once and used for every notice. */
export function createAlertIndex(filters: readonly NoticeTerms[]): AlertIndex {
  const conditions = {
    keywords: textCondition(filters, ({ keywords }) => keywords, createKeywordSearch),
    excluded: textCondition(filters, ({ excluded }) => excluded),
    authorityNames: textCondition(filters, ({ authorityParts }) => authorityParts),
    nips: condition(filters, ({ authorityParts }) => authorityParts),
    cpv: condition(filters, ({ cpv }) => cpv),
    provinces: condition(filters, ({ provinceCodes }) => provinceCodes),
    orderTypes: condition(filters, ({ orderTypes }) => orderTypes),
    cities: condition(filters, ({ cityKeys }) => cityKeys),
  }
  const size = wordsFor(filters.length)
  return {
    match: (notice) => {
      const remaining = new Int32Array(size).fill(-1)
      intersect(remaining, matchValues(conditions.orderTypes, [notice.order_type]))
      intersect(remaining, matchValues(conditions.provinces, [notice.province_code]))
      intersect(remaining, matchValues(conditions.cities, [notice.city_key]))
      intersect(remaining, matchValues(conditions.cpv, prefixesOf(notice.cpv)))
      intersect(remaining, matchAuthority(conditions, notice.authority_key))
      intersect(remaining, matchTexts(conditions.keywords, notice.search_text))
      subtract(
        remaining,
        matchTexts({ ...conditions.excluded, unconstrained: new Int32Array(size) }, notice.search_text),
      )
      return indexesIn(remaining, filters.length).filter((position) => isWithinLimits(filters[position], notice))
    },
  }
}

function condition(filters: readonly NoticeTerms[], valuesOf: (terms: NoticeTerms) => readonly string[]): Condition {
  const unconstrained = new Int32Array(wordsFor(filters.length))
  const filterIndexes = new Map<string, number[]>()
  for (const [position, terms] of filters.entries()) {
    const values = valuesOf(terms)
    if (values.length === 0) setBit(unconstrained, position)
    for (const value of values) {
      const positions = filterIndexes.get(value)
      if (positions) positions.push(position)
      else filterIndexes.set(value, [position])
    }
  }
  return { unconstrained, filterIndexes }
}

function textCondition(
  filters: readonly NoticeTerms[],
  valuesOf: (terms: NoticeTerms) => readonly string[],
  createSearch: (terms: readonly string[]) => KeywordSearch = createTextSearch,
): TextCondition {
  const { unconstrained, filterIndexes } = condition(filters, valuesOf)
  const search = createSearch([...filterIndexes.keys()])
  return { unconstrained, search, filterIndexes: [...filterIndexes.values()] }
}

function setBit(bits: Bits, position: number): void {
  const word = position >> 5
  bits[word] = (bits[word] ?? 0) | (1 << (position & 31))
}

function setBits(bits: Bits, positions: readonly number[]): void {
  for (const position of positions) setBit(bits, position)
}

function intersect(remaining: Bits, allowed: Bits): void {
  for (let word = 0; word < remaining.length; word += 1) remaining[word] = (remaining[word] ?? 0) & (allowed[word] ?? 0)
}

function subtract(remaining: Bits, excluded: Bits): void {
  for (let word = 0; word < remaining.length; word += 1)
    remaining[word] = (remaining[word] ?? 0) & ~(excluded[word] ?? 0)
}

function indexesIn(bits: Bits, count: number): number[] {
  const positions: number[] = []
  for (const [word, mask] of bits.entries()) {
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const position = word * 32 + 31 - Math.clz32(rest & -rest)
      if (position < count) positions.push(position)
    }
  }
  return positions
}

function matchValues({ unconstrained, filterIndexes }: Condition, values: readonly string[]): Bits {
  const bits = unconstrained.slice()
  for (const value of values) setBits(bits, filterIndexes.get(value) ?? [])
  return bits
}

function matchTexts({ unconstrained, search, filterIndexes }: TextCondition, text: string): Bits {
  const bits = unconstrained.slice()
  // A term that occurs several times counts once.
  const seen = new Set<number>()
  search.forEachTermIn(text, (index) => {
    if (seen.has(index)) return
    seen.add(index)
    setBits(bits, filterIndexes[index] ?? [])
  })
  return bits
}

/**
 * Matches part of the authority's name or the whole NIP, which is the last word of the key; single digits must not
 * match as part of a name.
 */
function matchAuthority(authorityConditions: { authorityNames: TextCondition; nips: Condition }, key: string): Bits {
  const end = key.lastIndexOf(' ')
  const bits = matchTexts(authorityConditions.authorityNames, key.slice(0, Math.max(0, end)))
  setBits(bits, authorityConditions.nips.filterIndexes.get(key.slice(end + 1)) ?? [])
  return bits
}

const MIN_PREFIX = 2
const CODE_DIGITS = 8

function prefixesOf(codes: string): string[] {
  const prefixes = new Set<string>()
  for (const code of codes.split(' ')) {
    for (let length = MIN_PREFIX; length <= Math.min(CODE_DIGITS, code.length); length += 1) {
      prefixes.add(code.slice(0, length))
    }
  }
  return [...prefixes]
}

/** A notice without a value satisfies no limit on that value. */
function isWithinLimits(terms: NoticeTerms | undefined, notice: MatchedNotice): boolean {
  if (!terms) return false
  const { valueFrom, valueTo, minDaysToOffer } = terms
  const value = notice.estimated_value_pln
  if (valueFrom !== null && (value === null || value < valueFrom)) return false
  if (valueTo !== null && (value === null || value > valueTo)) return false
  return minDaysToOffer === null || daysToOffer(notice) >= minDaysToOffer
}

/** Whole days of 24 hours; -1 if the notice has no deadline for offers. */
function daysToOffer({ published_at: from, offers_until: until }: MatchedNotice): number {
  return until === null ? -1 : Math.floor((Date.parse(until) - Date.parse(from)) / DAY_MS)
}
