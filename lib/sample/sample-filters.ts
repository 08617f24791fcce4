import type { FilterContent } from '@/lib/contract/filters'

import { makePersons } from './registers/persons'
import { makeSubjects, type Subject } from './registers/subjects'
import { rng, type Rng } from './rng'

export type SampleFilter = { name: string; content: FilterContent }

const EMPTY: FilterContent = {
  krs: [],
  nip: [],
  regon: [],
  pesel: [],
  krz_signature: [],
  msig_signature: [],
  name: [],
  subject_id: [],
}

/** The part of a company's name that identifies it: `GRUPA ŻARIDAN MEBLE` of `GRUPA ŻARIDAN MEBLE SPÓŁKA…`. */
const brandOf = ({ name }: Subject): string => name.split(' ').slice(0, 3).join(' ')

/** Signatures of recent announcements, newest first; they may repeat. */
export type RecentSignatures = { readonly krz: readonly string[]; readonly msig: readonly string[] }
const CASES = 12
const firstDistinct = (signatures: readonly string[]): string[] => [...new Set(signatures)].slice(0, CASES)

type Maker = (pick: (count: number) => Subject[], random: Rng, signatures: RecentSignatures) => Partial<FilterContent>
type Template = readonly [name: string, make: Maker]

const persons = (random: Rng, count: number): string[] =>
  Array.from({ length: count }, () => random.pick(makePersons(600)).pesel)

const templates: readonly Template[] = [
  ['Kluczowi dostawcy', (pick) => ({ nip: pick(34).map(({ nip }) => nip), krs: pick(6).map(({ krs }) => krs) })],
  ['Sprawy upadłościowe w toku', (_, __, { krz }) => ({ krz_signature: firstDistinct(krz) })],
  ['Nazwy zastrzeżone', (pick) => ({ name: pick(8).map(brandOf) })],
  ['Poręczyciele', (_, random) => ({ pesel: persons(random, 18) })],
  ['Grupa kapitałowa klienta', (pick) => ({ subject_id: pick(9).map(({ id }) => id) })],
  ['Ogłoszenia sądowe w MSiG', (_, __, { msig }) => ({ msig_signature: firstDistinct(msig) })],
  ['Przewoźnicy', (pick) => ({ nip: pick(57).map(({ nip }) => nip) })],
  ['Placówki medyczne', (pick) => ({ regon: pick(22).map(({ regon }) => regon) })],
  ['Audyt Q4 – próba', (pick) => ({ krs: pick(120).map(({ krs }) => krs) })],
  [
    'Przeterminowane należności',
    (pick, random) => ({ nip: pick(15).map(({ nip }) => nip), pesel: persons(random, 4) }),
  ],
  ['Najemcy magazynów', (pick) => ({ krs: pick(11).map(({ krs }) => krs), name: pick(3).map(brandOf) })],
  ['Nowi kontrahenci', (pick) => ({ nip: pick(26).map(({ nip }) => nip) })],
]

/** The first `count` filters of an account; further ones repeat the templates with other companies. */
export function makeFilters(slug: string, count: number, signatures: RecentSignatures): SampleFilter[] {
  const subjects = makeSubjects()
  return Array.from({ length: count }, (_, index) => {
    const [name, make] = templates[index % templates.length] ?? ['', () => ({})]
    const random = rng(`filter|${slug}|${index}`)
    const pick = (wanted: number) => Array.from({ length: wanted }, () => random.pick(subjects))
    const round = Math.floor(index / templates.length)
    return {
      name: round === 0 ? name : `${name} ${round + 1}`,
      content: { ...EMPTY, ...make(pick, random, signatures) },
    }
  })
}
