import places from '@/data/bzp-places.json'
import cities from '@/data/cities.json'

import { makeNip } from '../synthetic-identifiers'
import { bzpTowns } from './bzp-towns'

/** Who buys. The kinds decide which subjects of procurement an authority may have. */
export const authorityKinds = [
  'commune',
  'county',
  'hospital',
  'school',
  'roads',
  'water',
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

/** The most populous town of a county is taken for its seat; a town that is a county of its own is left to the communes. */
function countyDrafts(): Entry[] {
  const seats = new Map<string, Entry>()
  for (const [city, province, , county] of cities) {
    const adjective = String(county)
    const key = `${adjective}|${String(province)}`
    if (!/^\p{Ll}/u.test(adjective) || seats.has(key)) continue
    const genitive = adjective.replace(/i$/, 'iego')
    const draft = { city: String(city), province_code: String(province), area: `powiatu ${genitive}` }
    seats.set(key, { kind: 'county', draft: { ...draft, name: `Powiat ${capitalised(adjective)}` } })
  }
  return [...seats.values()]
}

const INSTITUTIONS: readonly [AuthorityKind, readonly string[]][] = [
  ['hospital', ['Szpital Miejski', 'Wojewódzki Szpital Specjalistyczny', 'Szpital Powiatowy', 'Centrum Zdrowia']],
  ['school', ['Zespół Szkół Technicznych', 'Akademia Nauk Stosowanych', 'Szkoła Podstawowa nr 5', 'Przedszkole nr 12']],
  ['roads', ['Zarząd Dróg Miejskich', 'Zarząd Dróg Powiatowych', 'Miejski Zarząd Dróg i Zieleni']],
  ['water', ['Przedsiębiorstwo Wodociągów i Kanalizacji', 'Zakład Gospodarki Komunalnej']],
  ['office', ['Sąd Okręgowy', 'Biblioteka Publiczna', 'Muzeum Regionalne']],
  ['care', ['Dom Pomocy Społecznej', 'Centrum Usług Społecznych']],
  ['fire', ['Komenda Miejska Państwowej Straży Pożarnej']],
]

const institutions: Entry[] = bzpTowns.flatMap(({ name: city, locative, province }) =>
  INSTITUTIONS.flatMap(([kind, names]) =>
    names.map((name): Entry => {
      const draft = { name: `${name} ${locative}`, city, province_code: province, area: `miasta ${city}` }
      return { kind, draft }
    }),
  ),
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
