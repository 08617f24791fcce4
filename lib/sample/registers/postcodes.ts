import postcodes from '@/data/postcodes.json'
import { provinceName } from '@/lib/domain/provinces'

import { rng } from '../rng'
import type { Subject } from './subjects'

/** Postcodes by town and province: one for a small town, several for a large one. */
const byTown = new Map(
  postcodes.map(([town, code, list]) => [`${town}|${provinceName(String(code))}`, list?.split(' ')]),
)

/** A postcode of the town; null for an unknown town. */
export function postcodeOf({ province, city, krs }: Pick<Subject, 'province' | 'city' | 'krs'>): string | null {
  const codes = byTown.get(`${city}|${province}`)
  return codes === undefined ? null : rng(`postcode|${krs}`).pick(codes)
}
