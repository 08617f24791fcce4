import places from '@/data/bzp-places.json'
import cities from '@/data/cities.json'
import { foldText } from '@/lib/domain/fold'

import institutionRows from '../data/bzp-institutions.json'
import bzpTowns from '../data/bzp-towns.json'
import { makeNip } from '../synthetic-identifiers'

/** Who buys. The kinds decide which subjects of procurement an authority may have. */
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

/** How many letters the two begin with. */
function commonBeginning(a: string, b: string): number {
  const [first, second] = [foldText(a), foldText(b)]
  let length = 0
  while (length < first.length && first[length] === second[length]) length += 1
  return length
}

/** Letters, and their share of the town's first word, that make it the one that a county is called after. */
const NAMESAKE = { letters: 4, share: 0.6 }
type Town = { readonly name: string; readonly county: string; readonly province: string }
const towns = cities.map(([name, province, , county]): Town => ({
  name: String(name),
  county: String(county),
  province: String(province),
}))

/** The town that a county is called after (`skierniewicki`: Skierniewice), which may lie outside of it; else its largest. */
function seatOf({ name, county, province }: Town, known: readonly Town[]): string {
  const likeness = (town: Town) => (town.province === province ? commonBeginning(county, town.name) : 0)
  const isNamesake = (town: Town) =>
    likeness(town) >= Math.max(NAMESAKE.letters, NAMESAKE.share * (town.name.split(' ')[0] ?? '').length)
  const [first] = known.filter(isNamesake).toSorted((a, b) => likeness(b) - likeness(a))
  return first?.name ?? name
}

/** A town that is a county of its own is left to the communes. */
function countyDrafts(): Entry[] {
  const known = new Set(rowsOf(places).map((place) => place.join('|')))
  const seats = towns.filter((town) => known.has(`${town.name}|${town.province}`))
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

/** In an order that NIPs were counted in before: an authority keeps its own. */
const INSTITUTIONS = institutionRows as [AuthorityKind, string][]
/** Roads of a county are around the town that it sits in. */
const areaOf = (kind: AuthorityKind, locative: string, city: string): string =>
  kind === 'countyRoads' ? `powiatu z siedzibą ${locative}` : `miasta ${city}`

const institutions: Entry[] = bzpTowns.flatMap(({ name: city, locative, province }) =>
  INSTITUTIONS.map(([kind, name]): Entry => {
    const draft = { name: `${name} ${locative}`, city, province_code: province, area: areaOf(kind, locative, city) }
    return { kind, draft }
  }),
)

// Far from the indexes of companies and traders, so that no two bodies share a number.
const NIP_FROM = 50_000

/** Made once: the same authority has the same NIP in all its notices. */
function build(): ReadonlyMap<AuthorityKind, readonly Authority[]> {
  const all = [...communes, ...countyDrafts(), ...institutions].map(({ kind, draft }, index) => ({
    kind,
    authority: { ...draft, nip: makeNip(NIP_FROM + index) },
  }))
  return new Map(
    authorityKinds.map((kind) => [kind, all.filter((entry) => entry.kind === kind).map(({ authority }) => authority)]),
  )
}

let built: ReturnType<typeof build> | undefined

/** Lazily, so that a store without sample data never pays for them. */
export function authoritiesOf(kind: AuthorityKind): readonly Authority[] {
  built ??= build()
  return built.get(kind) ?? []
}
