import type { BzpFacetField, BzpFacets } from '@/lib/contract/bzp'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { cpvPrefix } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'
import { provinceName } from '@/lib/domain/provinces'

import type { Bits } from './bits'
import type { NamedPlace } from './notice-columns'
import type { NoticeIndex } from './notice-index'
import { Dictionary } from './uint32-list'
import { createYieldToEventLoop } from './yield-to-event-loop'

type Facet = BzpFacets['items'][number]
/** The values of a field by number, and which of them each notice has. */
type FacetField = {
  /** Null for values that `q` does not match. */
  readonly values: readonly (Omit<Facet, 'count'> | null)[]
  readonly valuesOf: (notice: number) => Iterable<number>
}

/** All values of a field with their number of procedures, most frequent first. `q` is folded. */
export async function countFacets(
  index: NoticeIndex,
  { field, q, window }: { readonly field: BzpFacetField; readonly q: string | undefined; readonly window: Bits },
): Promise<Facet[]> {
  const pause = createYieldToEventLoop()
  const { values, valuesOf } = fields[field](index, q)
  const counts = new Uint32Array(values.length)
  // By value: the last procedure that was counted. Notices of one procedure are consecutive.
  const lastProcedures = new Uint32Array(values.length)
  await index.eachByProcedure(window, pause, (notice) => {
    const procedure = index.procedureOf(notice) + 1
    for (const value of valuesOf(notice)) {
      if (lastProcedures[value] === procedure) continue
      lastProcedures[value] = procedure
      counts[value] = (counts[value] ?? 0) + 1
    }
  })
  return values
    .flatMap((value, number) => {
      const count = counts[number] ?? 0
      return value === null || count === 0 ? [] : [{ ...value, count }]
    })
    .sort((a, b) => b.count - a.count || compareTexts(a.value, b.value) || compareTexts(a.province, b.province))
}

const compareTexts = (a: string | null, b: string | null): number => compareValues(a ?? '', b ?? '')

type Field = (index: NoticeIndex, q: string | undefined) => FacetField

const plain = (value: string) => ({ value, province: null, nip: null })
const placeFacet = ({ name, nip, provinceCode }: NamedPlace) => ({
  value: name,
  province: provinceName(provinceCode),
  nip,
})
/** `q` is a part of the name or the beginning of the NIP. */
const matchesQuery = ({ key, nip }: NamedPlace, q: string): boolean => key.includes(q) || nip?.startsWith(q) === true
const cellOf =
  (cells: { at(notice: number): number }) =>
  (notice: number): number[] => [cells.at(notice)]

const SHORTEST_BRANCH = 2

/** The prefixes of a CPV code that are branches, down to the code itself. */
function branchesOf(code: string): string[] {
  const prefix = cpvPrefix(code)
  return Array.from({ length: Math.max(0, prefix.length - 1) }, (_, at) => prefix.slice(0, SHORTEST_BRANCH + at))
}

function cpvField({ columns: { cpv, codes, codesOf } }: NoticeIndex, q: string | undefined): FacetField {
  const branches = new Dictionary()
  const ofCode = codes.values.map((code) => branchesOf(code).map((branch) => branches.numberOf(branch)))
  const ofCell = codesOf.map((numbers) => [...new Set(numbers.flatMap((number) => ofCode[number] ?? []))])
  const values = branches.values.map((branch) => (q === undefined || branch.includes(q) ? plain(branch) : null))
  return { values, valuesOf: (notice) => ofCell[cpv.cells.at(notice)] ?? [] }
}

/** Words without surrounding punctuation; numbers are left out. */
function wordsField({ texts }: NoticeIndex, q: string | undefined): FacetField {
  const strippedWords = new Dictionary()
  const ofWord = texts.words.map((word) =>
    strippedWords.numberOf(word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')),
  )
  const values = strippedWords.values.map((word) =>
    word.length > 1 && /\p{L}/u.test(word) && (q === undefined || word.includes(q)) ? plain(word) : null,
  )
  return { values, valuesOf: (notice) => Array.from(texts.wordsOf(notice), (word) => ofWord[word] ?? 0) }
}

const fields: Readonly<Record<BzpFacetField, Field>> = {
  cpv: cpvField,
  provinces: ({ columns: { provinces } }, q) => ({
    values: provinces.dictionary.values.map((code) => {
      const name = provinceName(code)
      return q === undefined || foldText(name).includes(q) ? plain(name) : null
    }),
    valuesOf: cellOf(provinces.cells),
  }),
  order_types: ({ columns: { orderTypes } }, q) => ({
    values: orderTypes.dictionary.values.map((type) =>
      q === undefined || foldText(type).includes(q) ? plain(type) : null,
    ),
    valuesOf: cellOf(orderTypes.cells),
  }),
  cities: ({ columns: { cities, towns } }, q) => ({
    values: towns.map((town) => (q === undefined || town.key.includes(q) ? placeFacet(town) : null)),
    valuesOf: cellOf(cities.cells),
  }),
  authorities: ({ columns: { authorities, buyers } }, q) => ({
    values: buyers.map((buyer) => (q === undefined || matchesQuery(buyer, q) ? placeFacet(buyer) : null)),
    valuesOf: cellOf(authorities.cells),
  }),
  words: wordsField,
}
