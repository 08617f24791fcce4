import * as fc from 'fast-check'

import { type BzpFilter, orderTypes } from '@/lib/contract/bzp'
import { addDays, type Day } from '@/lib/domain/calendar'
import { provinces } from '@/lib/domain/provinces'
import { noticesOfDay } from '@/lib/sample/bzp/bzp-days'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'

const ODD_TITLES = [
  'Dofinansowanie 100% kosztów i a_b',
  'Remont szkoły "Pod Dębem" – etap\u00A0I',
  "Plac zabaw 😀 imienia O'Hary",
  'מכרז שלום: dostawa \\ sprzętu -- część 2',
] as const
const HALF_DAY_MS = 43_200_000

/**
 * Realistic notices of the 25 days before a day, some with optional facts; every seventh belongs to the procedure of
 * the previous one.
 */
export const drawnNotices = (today: Day, perDay = 40): SampleNotice[] =>
  Array.from({ length: 25 }, (_, index) => noticesOfDay(addDays(today, index - 25)))
    .flatMap((notices) => notices.slice(0, perDay))
    .map((each, index, all) => ({
      ...each,
      title: index % 11 === 5 ? `${ODD_TITLES[index % ODD_TITLES.length]}, ${each.title}` : each.title,
      tender_id: index % 7 === 6 ? (all[index - 1]?.tender_id ?? '') : each.tender_id,
      estimated_value_pln: index % 3 === 0 ? null : (index % 50) * 10_000,
      offers_until:
        index % 4 === 0 ? null : new Date(Date.parse(each.published_at) + (index % 30) * HALF_DAY_MS).toISOString(),
    }))

const odd = fc.constantFrom('%', '_', '%%', '"', '"pod', "o'h", '😀', 'a', 'Ł', 'שלום', '\\', '--', 'ó', '- etap i')
const few = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, fc.array(item, { minLength: 1, maxLength: 3 }))
const limit = (max: number, min = 0) => fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.integer({ min, max }))

function cutOut(text: string, at: number, length: number): string {
  const start = at % text.length
  return text.slice(start, start + length).trim() || text.slice(0, 3)
}

/** Generates filters that often match: pieces of the notices themselves, and sometimes arbitrary text. */
export function filtersOf(pool: readonly SampleNotice[]): fc.Arbitrary<BzpFilter> {
  const oneOf = fc.constantFrom(...pool)
  const piece = (textOf: (from: SampleNotice) => string) =>
    fc
      .tuple(oneOf, fc.nat(300), fc.integer({ min: 1, max: 30 }), fc.boolean())
      .map(([from, at, length, isUpperCase]) => {
        const cut = cutOut(textOf(from), at, length)
        // Half of a surrogate pair is not valid text.
        return (isUpperCase ? cut.toUpperCase() : cut).replaceAll(/\p{Cs}/gu, '') || 'a'
      })
      .filter((cut) => cut.trim() !== '')
  const text = fc.oneof(
    { weight: 4, arbitrary: piece(({ title }) => title) },
    { weight: 4, arbitrary: piece(({ description }) => description) },
    { weight: 1, arbitrary: odd },
  )
  const inflected = fc
    .tuple(oneOf, fc.nat(20), fc.integer({ min: 1, max: 3 }), fc.constantFrom('', 'a', 'y', 'ow', 'ach', 'ego', 'e'))
    .map(([{ title }, at, count, ending]) => {
      const words = title.split(' ')
      const phrase = words.slice(at % words.length).slice(0, count)
      return phrase.map((word) => word.replace(/(?<=\p{L}{3})(?:[aeiouyąę]|ów|ych|nej)$/u, ending)).join(' ')
    })
  const quoted = piece(({ title }) => title).map((cut) => `"${cut.replaceAll('"', '').trim() || 'a'}"`)
  const keyword = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: inflected },
    { weight: 1, arbitrary: quoted },
  )
  const code = fc
    .tuple(oneOf, fc.integer({ min: 2, max: 10 }))
    .map(([from, digits]) => from.cpv[0]?.slice(0, digits) ?? '')
  return fc.record({
    keywords: few(keyword),
    exclude_keywords: few(text),
    cpv: few(code),
    provinces: few(fc.constantFrom(...provinces.map(({ code: each }) => each), 'Łódzkie', 'mazowieckie')),
    cities: few(oneOf.map(({ city }) => city)),
    authorities: few(
      fc.oneof(
        oneOf.map((from) => from.authority_nip),
        oneOf.map((from) => `PL ${from.authority_nip.slice(0, 3)}-${from.authority_nip.slice(3)}`),
        piece(({ authority }) => authority),
      ),
    ),
    order_types: few(fc.constantFrom(...orderTypes)),
    value_from: limit(400_000),
    value_to: limit(900_000, 400_000),
    min_days_to_offer: limit(12, 1),
  })
}
