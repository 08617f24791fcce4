import { type NoticeFilter, type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { keywordTerm, mentions, partTerm, rangesOf } from '@/lib/domain/bzp/text-term'
import { readInstant } from '@/lib/domain/calendar'
import { foldLine, rangesByFold, type TextRange, toOneLine } from '@/lib/domain/fold'
import { provinceOfNotice } from '@/lib/domain/provinces'

type Maybe<T> = T | null | undefined

/** A notice as answered by a service. Every field may be missing, because remote services differ. */
export interface NoticeFields {
  readonly title?: Maybe<string>
  readonly description?: Maybe<string>
  readonly authority?: Maybe<string>
  readonly authority_nip?: Maybe<string>
  readonly province?: Maybe<string>
  readonly city?: Maybe<string>
  readonly order_type?: Maybe<string>
  readonly cpv?: Maybe<readonly string[]>
  readonly published_at?: Maybe<string>
  readonly offers_until?: Maybe<string>
  readonly estimated_value_pln?: Maybe<number>
}

export type NoticeConditions = Partial<NoticeFilter>

const emptyFilter: NoticeFilter = {
  keywords: [],
  exclude_keywords: [],
  cpv: [],
  provinces: [],
  cities: [],
  authorities: [],
  order_types: [],
  value_from: null,
  value_to: null,
  min_days_to_offer: null,
}

export interface MarkedText {
  readonly text: string
  readonly ranges: readonly TextRange[]
}

export interface Passage extends MarkedText {
  /** True if text was cut off before the excerpt. */
  readonly isCutBefore: boolean
  readonly isCutAfter: boolean
}

export interface MatchExplanation {
  readonly title: MarkedText | null
  readonly authority: MarkedText | null
  /** Excerpts of the description around hits; empty without a hit. */
  readonly passages: readonly Passage[]
  /** The requested NIP, if the authority was matched by it. */
  readonly nip: string | null
  /** The code that the filter matched, otherwise the first one; null if the notice has none. */
  readonly cpv: { readonly code: string; readonly isHit: boolean; readonly others: number } | null
}

const CONTEXT_LENGTH = 80
const MAX_PASSAGES = 2
const DAY_MS = 86_400_000

/** The needles of a text: keywords, and parts of names. */
interface Needles {
  readonly keywords?: readonly string[] | undefined
  readonly parts?: readonly string[] | undefined
}

/** Where a text mentions the needles. */
export function hitsIn(text: string, { keywords = [], parts = [] }: Needles): readonly TextRange[] {
  const terms = [
    ...keywords.map((keyword) => keywordTerm(foldLine(keyword))),
    ...parts.map((part) => partTerm(foldLine(part))),
  ]
  return terms.length === 0 ? [] : rangesByFold(text, (folded) => terms.flatMap((term) => rangesOf(term, folded)))
}

function markHits(text: Maybe<string>, needles: Needles): MarkedText | null {
  const line = toOneLine(text ?? '')
  return line === '' ? null : { text: line, ranges: hitsIn(line, needles) }
}

/**
 * Offsets at which sentences begin, and the end of the text. A full stop after one to three letters is an
 * abbreviation (`ul. Leśna`, `m.in. Budowa`).
 */
function sentenceBoundaries(text: string): readonly number[] {
  const ends = text.matchAll(/(?<!(?:^|[\s.(])\p{L}{1,3})[.!?…]\s+(?=[\p{Lu}\d])/gu)
  return [0, ...[...ends].map((end) => end.index + end[0].length), text.length]
}

const isBlank = (text: string, at: number) => text[at] === ' '

/** Start of the first word at or after an offset, so that no word is cut in half. */
function nextWordStart(text: string, at: number, limit: number): number {
  for (let index = at; index < limit; index += 1) if (index === 0 || isBlank(text, index - 1)) return index
  return limit
}

function previousWordEnd(text: string, at: number, limit: number): number {
  for (let index = at; index > limit; index -= 1) if (index === text.length || isBlank(text, index)) return index
  return limit
}

/** The sentence around a hit, cut to whole words if it is too long. */
function excerptAround(text: string, hit: TextRange, boundaries: readonly number[]): TextRange {
  const from = boundaries.findLast((start) => start <= hit.start) ?? 0
  const to = boundaries.find((start) => start >= hit.end) ?? text.length
  const start = from >= hit.start - CONTEXT_LENGTH ? from : nextWordStart(text, hit.start - CONTEXT_LENGTH, hit.start)
  const end = to <= hit.end + CONTEXT_LENGTH ? to : previousWordEnd(text, hit.end + CONTEXT_LENGTH, hit.end)
  return { start, end }
}

function joinSpans(spans: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last !== undefined && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}

export function passagesOf(text: Maybe<string>, keywords: readonly string[]): readonly Passage[] {
  const marked = markHits(text, { keywords })
  if (marked === null || marked.ranges.length === 0) return []
  const boundaries = sentenceBoundaries(marked.text)
  return joinSpans(marked.ranges.map((hit) => excerptAround(marked.text, hit, boundaries)))
    .slice(0, MAX_PASSAGES)
    .map(({ start, end }) => ({
      text: marked.text.slice(start, end).trimEnd(),
      ranges: marked.ranges
        .filter((hit) => hit.start >= start && hit.end <= end)
        .map((hit) => ({ start: hit.start - start, end: hit.end - start })),
      isCutBefore: start > 0,
      isCutAfter: end < marked.text.length,
    }))
}

/** The eight digits of a CPV code, without its check digit. */
const cpvDigits = (code: string): string => code.replace(/\D/g, '').slice(0, 8)

function termsOf(filter: NoticeConditions): NoticeTerms | null {
  const terms = readNoticeFilter({ ...emptyFilter, ...filter })
  return 'fault' in terms ? null : terms
}

function cpvHit(codes: readonly string[], prefixes: readonly string[]): MatchExplanation['cpv'] {
  const hit = codes.find((code) => prefixes.some((prefix) => cpvDigits(code).startsWith(prefix)))
  const code = hit ?? codes[0]
  return code === undefined ? null : { code, isHit: hit !== undefined, others: codes.length - 1 }
}

export function explainMatch(notice: NoticeFields, filter: NoticeConditions): MatchExplanation {
  const keywords = filter.keywords ?? []
  const terms = termsOf(filter)
  const nip = notice.authority_nip ?? ''
  return {
    title: markHits(notice.title, { keywords }),
    authority: markHits(notice.authority, { keywords, parts: filter.authorities }),
    passages: passagesOf(notice.description, keywords),
    nip: nip !== '' && terms?.authorityParts.includes(nip) === true ? nip : null,
    cpv: cpvHit(notice.cpv ?? [], terms?.cpv ?? []),
  }
}

/** True if a known value is not among the requested ones. An unknown value contradicts nothing. */
const isKnownMismatch = <T>(requested: readonly T[], value: Maybe<T>): boolean =>
  requested.length > 0 && value !== null && value !== undefined && !requested.includes(value)

function contradictsTexts(notice: NoticeFields, terms: NoticeTerms): boolean {
  const texts = [notice.title, notice.description, notice.authority]
  const lines = texts.map((text) => foldLine(text ?? ''))
  const containsTerm = (term: string) => lines.some((line) => line.includes(term))
  const isMentioned = (keyword: string) => lines.some((line) => mentions(keywordTerm(keyword), line))
  // A missing text might contain the word.
  const isComplete = texts.every((text) => typeof text === 'string')
  return (
    terms.excluded.some(containsTerm) || (isComplete && terms.keywords.length > 0 && !terms.keywords.some(isMentioned))
  )
}

function contradictsAuthority(notice: NoticeFields, { authorityParts }: NoticeTerms): boolean {
  if (authorityParts.length === 0 || typeof notice.authority !== 'string') return false
  const name = foldLine(notice.authority)
  const isNip = (part: string) => /^\d{10}$/.test(part)
  if (typeof notice.authority_nip !== 'string' && authorityParts.some(isNip)) return false
  return !authorityParts.some((part) => name.includes(part) || part === notice.authority_nip)
}

function contradictsCpv({ cpv }: NoticeFields, terms: NoticeTerms): boolean {
  if (terms.cpv.length === 0 || !cpv) return false
  return !cpv.some((code) => terms.cpv.some((prefix) => cpvDigits(code).startsWith(prefix)))
}

function contradictsPlaces({ province, city }: NoticeFields, terms: NoticeTerms): boolean {
  const code = province ? (provinceOfNotice(province)?.code ?? '') : undefined
  return (
    isKnownMismatch(terms.provinceCodes, code) || isKnownMismatch(terms.cityKeys, city ? foldLine(city) : undefined)
  )
}

function contradictsLimits(notice: NoticeFields, { valueFrom, valueTo, minDaysToOffer }: NoticeTerms): boolean {
  const value = notice.estimated_value_pln
  const isOutside = typeof value === 'number' && (value < (valueFrom ?? value) || value > (valueTo ?? value))
  const days = daysToOffer(notice)
  return isOutside || (minDaysToOffer !== null && days !== undefined && days < minDaysToOffer)
}

export function daysToOffer({ published_at: from, offers_until: until }: NoticeFields): number | undefined {
  const [end, start] = [readInstant(until), readInstant(from)]
  return end === undefined || start === undefined ? undefined : Math.floor((end - start) / DAY_MS)
}

/** Detects a notice that cannot match the filter: a service may ignore filters that it does not know. */
export function contradictsFilter(notice: NoticeFields, filter: NoticeConditions): boolean {
  const terms = termsOf(filter)
  if (terms === null) return false
  return (
    contradictsTexts(notice, terms) ||
    contradictsAuthority(notice, terms) ||
    contradictsCpv(notice, terms) ||
    contradictsPlaces(notice, terms) ||
    isKnownMismatch(terms.orderTypes, notice.order_type) ||
    contradictsLimits(notice, terms)
  )
}
