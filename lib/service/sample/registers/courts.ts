import cities from '@/data/cities.json'
import districts from '@/data/court-districts.json'
import provinces from '@/data/provinces.json'

/** Where somebody has their seat or lives; the larger of two towns of one name where the province is not known. */
export type Locality = { readonly city: string | null; readonly province?: string | null | undefined }
export type Court = { readonly code: string; readonly name: string; readonly division: string }

const provinceNames = new Map(provinces.map(([code, name]) => [code, name]))
const countyByTown = new Map<string, { province: string; county: string }>()
for (const [name, code, , county] of cities) {
  const at = { province: provinceNames.get(String(code)) ?? '', county: String(county) }
  if (!countyByTown.has(String(name))) countyByTown.set(String(name), at)
  countyByTown.set(`${String(name)}|${at.province}`, at)
}
const [capital] = districts.filter(({ seat }) => seat === 'w Warszawie')
/** Bankruptcies of Warsaw go to one of two divisions of one court. */
const SECOND_OF_WARSAW = { code: 'WA2M', division: 'XIX Wydział Gospodarczy' }

type District = (typeof districts)[number]

/** The district of a town: of its county, or the first one of its province. */
function districtOf({ city, province }: Locality): District {
  const at = countyByTown.get(`${city}|${province}`) ?? countyByTown.get(city ?? '')
  const ofProvince = districts.filter((each) => each.province === (province ?? at?.province))
  const found = ofProvince.find(({ counties }) => at !== undefined && counties.includes(at.county)) ?? ofProvince[0]
  const district = found ?? capital
  if (district === undefined) throw new Error('data/court-districts.json has no district of Warsaw')
  return district
}

/** Where the bankruptcy of somebody of this place belongs (art. 19 of the Bankruptcy Law). `isSecond` tells divisions of Warsaw apart. */
export function bankruptcyCourtOf(place: Locality, isSecond = false): Court {
  const { code, court: name, division } = districtOf(place)
  return isSecond && code === capital?.code ? { name, ...SECOND_OF_WARSAW } : { code, name, division }
}

/** Courts that keep KRS, by the beginning of their signatures (`WA.XII NS-REJ.KRS/…`). */
const REGISTRY_COURTS: Readonly<Record<string, string>> = {
  BB: 'Sąd Rejonowy w Bielsku-Białej',
  BI: 'Sąd Rejonowy w Białymstoku',
  BY: 'Sąd Rejonowy w Bydgoszczy',
  CZ: 'Sąd Rejonowy w Częstochowie',
  GD: 'Sąd Rejonowy Gdańsk-Północ w Gdańsku',
  GL: 'Sąd Rejonowy w Gliwicach',
  KA: 'Sąd Rejonowy Katowice-Wschód w Katowicach',
  KI: 'Sąd Rejonowy w Kielcach',
  KO: 'Sąd Rejonowy w Koszalinie',
  KR: 'Sąd Rejonowy dla Krakowa-Śródmieścia w Krakowie',
  LD: 'Sąd Rejonowy dla Łodzi-Śródmieścia w Łodzi',
  LU: 'Sąd Rejonowy Lublin-Wschód w Lublinie z siedzibą w Świdniku',
  OL: 'Sąd Rejonowy w Olsztynie',
  OP: 'Sąd Rejonowy w Opolu',
  PO: 'Sąd Rejonowy Poznań-Nowe Miasto i Wilda w Poznaniu',
  RZ: 'Sąd Rejonowy w Rzeszowie',
  SZ: 'Sąd Rejonowy Szczecin-Centrum w Szczecinie',
  TO: 'Sąd Rejonowy w Toruniu',
  WA: 'Sąd Rejonowy dla m.st. Warszawy w Warszawie',
  WR: 'Sąd Rejonowy dla Wrocławia-Fabrycznej we Wrocławiu',
  ZG: 'Sąd Rejonowy w Zielonej Górze',
}

/** The court that keeps the register of whoever has their seat there. */
export function registryCourtOf(place: Locality): Court {
  const { registry } = districtOf(place)
  const [town = '', division] = registry.split('.')
  return {
    code: registry,
    name: REGISTRY_COURTS[town] ?? '',
    division: `${division} Wydział Gospodarczy Krajowego Rejestru Sądowego`,
  }
}

/** Seats of districts that have one court for civil cases, in the locative. */
export const civilSeats: readonly string[] = districts.flatMap(({ seat, court }) =>
  court === `Sąd Rejonowy ${seat}` ? [seat] : [],
)

/** Seats of district prosecutors (Prawo o prokuraturze, ordinance Dz.U. 2025 poz. 415), as far as public lists name them. */
export const prosecutorSeats: readonly string[] = (
  'w Białymstoku, w Łomży, w Olsztynie, w Ostrołęce, w Suwałkach, w Bydgoszczy, w Elblągu, w Gdańsku, w Słupsku, w Toruniu, ' +
  'we Włocławku, w Bielsku-Białej, w Częstochowie, w Gliwicach, w Katowicach, w Sosnowcu, w Kielcach, w Krakowie, w Tarnowie, ' +
  'w Lublinie, w Radomiu, w Siedlcach, w Zamościu, w Łodzi, w Ostrowie Wielkopolskim, w Piotrkowie Trybunalskim, w Płocku, ' +
  'w Sieradzu, w Koninie, w Poznaniu, w Zielonej Górze, w Krośnie, w Rzeszowie, w Tarnobrzegu, w Koszalinie, w Szczecinie, ' +
  'w Warszawie, w Jeleniej Górze, w Legnicy, w Opolu, we Wrocławiu'
).split(', ')
