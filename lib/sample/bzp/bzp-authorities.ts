import places from '@/data/bzp-places.json'
import cities from '@/data/cities.json'
import { foldText } from '@/lib/domain/fold'

import institutionRows from '../data/bzp-institutions.json'
import bzpTowns from '../data/bzp-towns.json'
import { makeNip } from '../synthetic-identifiers'

/** Kinds of contracting authorities; they determine which subjects of procurement an authority may have. */
export const authorityKinds = [
  'commune',
  'county',
  'hospital',
  'school',
  'academy',
  'kindergarten',
  'cityRoads',
  'countyRoads',
  'water',
  'utility',
  'office',
  'care',
  'fire',
] as const
export type AuthorityKind = (typeof authorityKinds)[number]
/** `area` follows "na terenie": the territory in the genitive, or the town. */
export type Authority = { name: string; nip: string; city: string; province_code: string; area: string }

type Draft = Omit<Authority, 'nip'>
type Entry = { kind: AuthorityKind; draft: Draft }

const populations = new Map(
  cities.map(([name, province, population]) => [`${name}|${province}`, Number(population ?? 0)]),
)
const LARGE_TOWN = 50_000

function communeOf(name: string, province_code: string): Draft {
  const population = populations.get(`${name}|${province_code}`)
  const base = { city: name, province_code, area: `Gminy ${name}` }
  if (population === undefined) return { ...base, name: `Gmina ${name}` }
  if (population >= LARGE_TOWN) return { ...base, name: `Miasto ${name}`, area: `miasta ${name}` }
  return { ...base, name: `Gmina i Miasto ${name}` }
}

const rowsOf = (rows: readonly (readonly unknown[])[]): [string, string][] =>
  rows.map(([name, province]) => [String(name), String(province)])

const communes: Entry[] = rowsOf(places).map(([name, province]) => ({
  kind: 'commune',
  draft: communeOf(name, province),
}))

const capitalised = (adjective: string): string =>
  adjective.replace(/(?:^|-)\p{Ll}/gu, (initial) => initial.toLocaleUpperCase('pl'))

function commonBeginning(a: string, b: string): number {
  const [first, second] = [foldText(a), foldText(b)]
  let length = 0
  while (length < first.length && first[length] === second[length]) length += 1
  return length
}

/**
 * Minimum length of the common prefix, and its minimum share of the town's first word, for a county to be named after
 * the town.
 */
const NAMESAKE = { letters: 4, share: 0.6 }
type Town = { readonly name: string; readonly county: string; readonly province: string }
const towns = cities.map(([name, province, , county]): Town => ({
  name: String(name),
  county: String(county),
  province: String(province),
}))

/**
 * The town after which a county is named (`skierniewicki`: Skierniewice), which may be outside it; otherwise its
 * largest town.
 */
function seatOf({ name, county, province }: Town, candidates: readonly Town[]): string {
  const likeness = (town: Town) => (town.province === province ? commonBeginning(county, town.name) : 0)
  const isNamesake = (town: Town) =>
    likeness(town) >= Math.max(NAMESAKE.letters, NAMESAKE.share * (town.name.split(' ')[0] ?? '').length)
  const [first] = candidates.filter(isNamesake).toSorted((a, b) => likeness(b) - likeness(a))
  return first?.name ?? name
}

/** Towns that are counties themselves are covered by the communes. */
function countyDrafts(): Entry[] {
  const knownTowns = new Set(rowsOf(places).map((place) => place.join('|')))
  const seats = towns.filter((town) => knownTowns.has(`${town.name}|${town.province}`))
  const drafts = new Map<string, Entry>()
  for (const town of towns) {
    const { county, province } = town
    const key = `${county}|${province}`
    if (!/^\p{Ll}/u.test(county) || drafts.has(key)) continue
    const draft = {
      city: seatOf(town, seats),
      province_code: province,
      area: `powiatu ${county.replace(/i$/, 'iego')}`,
    }
    drafts.set(key, { kind: 'county', draft: { ...draft, name: `Powiat ${capitalised(county)}` } })
  }
  return [...drafts.values()]
}

/** NIPs are assigned in this order, so a change of it would change them. */
const INSTITUTIONS = institutionRows as [AuthorityKind, string][]
/** Roads of a county are around the town where its office is. */
const areaOf = (kind: AuthorityKind, locative: string, city: string): string =>
  kind === 'countyRoads' ? `powiatu z siedzibą ${locative}` : `miasta ${city}`

const institutions: Entry[] = bzpTowns.flatMap(({ name: city, locative, province }) =>
  INSTITUTIONS.map(([kind, name]): Entry => {
    const draft = { name: `${name} ${locative}`, city, province_code: province, area: areaOf(kind, locative, city) }
    return { kind, draft }
  }),
)

// Far from the indexes of companies and traders, so that no two share a number.
const NIP_FROM = 50_000

/** Computed once: an authority has the same NIP in all of its notices. */
function build(): ReadonlyMap<AuthorityKind, readonly Authority[]> {
  const all = [...communes, ...countyDrafts(), ...institutions].map(({ kind, draft }, index) => ({
    kind,
    authority: { ...draft, nip: makeNip(NIP_FROM + index) },
  }))
  return new Map(
    authorityKinds.map((kind) => [kind, all.filter((entry) => entry.kind === kind).map(({ authority }) => authority)]),
  )
}

let authoritiesByKind: ReturnType<typeof build> | undefined

/** Lazy, so that a store without sample data does not spend time on it. */
export function authoritiesOf(kind: AuthorityKind): readonly Authority[] {
  authoritiesByKind ??= build()
  return authoritiesByKind.get(kind) ?? []
}
