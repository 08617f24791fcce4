import cities from '@/data/cities.json'
import districts from '@/data/court-districts.json'
import provinces from '@/data/provinces.json'

import courts from '../data/courts.json'

/** A seat or residence; without a province, the larger of two towns of the same name is meant. */
export type Locality = { readonly city: string | null; readonly province?: string | null | undefined }
export type Court = { readonly code: string; readonly name: string; readonly division: string }

const provinceNames = new Map(provinces.map(([code, name]) => [code, name]))
const countyByTown = new Map<string, { province: string; county: string }>()
for (const [name, code, , county] of cities) {
  const place = { province: provinceNames.get(String(code)) ?? '', county: String(county) }
  if (!countyByTown.has(String(name))) countyByTown.set(String(name), place)
  countyByTown.set(`${String(name)}|${place.province}`, place)
}
const [capital] = districts.filter(({ seat }) => seat === 'w Warszawie')
/** Bankruptcies in Warsaw are distributed over two divisions of one court. */
const SECOND_OF_WARSAW = { code: 'WA2M', division: 'XIX Wydział Gospodarczy' }

type District = (typeof districts)[number]

/** The court district of a town: that of its county, or the first one of its province. */
function districtOf({ city, province }: Locality): District {
  const place = countyByTown.get(`${city}|${province}`) ?? countyByTown.get(city ?? '')
  const ofProvince = districts.filter((each) => each.province === (province ?? place?.province))
  const found =
    ofProvince.find(({ counties }) => place !== undefined && counties.includes(place.county)) ?? ofProvince[0]
  const district = found ?? capital
  if (district === undefined) throw new Error('data/court-districts.json has no district of Warsaw')
  return district
}

/**
 * The court for a bankruptcy in this place (art. 19 of the Bankruptcy Law). `isSecond` chooses the second division in
 * Warsaw.
 */
export function bankruptcyCourtOf(place: Locality, isSecond = false): Court {
  const { code, court: name, division } = districtOf(place)
  return isSecond && code === capital?.code ? { name, ...SECOND_OF_WARSAW } : { code, name, division }
}

/** Courts that keep the KRS, by the prefix of their signatures (`WA.XII NS-REJ.KRS/…`). */
const registryCourts: Readonly<Record<string, string>> = courts.registry

/** The court that keeps the register for companies of this seat. */
export function registryCourtOf(place: Locality): Court {
  const { registry } = districtOf(place)
  const [town = '', division] = registry.split('.')
  return {
    code: registry,
    name: registryCourts[town] ?? '',
    division: `${division} Wydział Gospodarczy Krajowego Rejestru Sądowego`,
  }
}

/** Seats of districts with a single civil court, in the locative. */
export const civilSeats: readonly string[] = districts.flatMap(({ seat, court }) =>
  court === `Sąd Rejonowy ${seat}` ? [seat] : [],
)

/**
 * Seats of district prosecutors (Prawo o prokuraturze, ordinance Dz.U. 2025 poz. 415), as far as public lists contain
 * them.
 */
export const prosecutorSeats: readonly string[] = courts.prosecutors
