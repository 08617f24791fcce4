import postcodes from '@/data/postcodes.json'
import { provinceName } from '@/lib/domain/provinces'

import { rng } from '../rng'
import type { Subject } from './subjects'

/** By town and province: one of a small town, some of a large one. */
const byTown = new Map(
  postcodes.map(([town, code, list]) => [`${town}|${provinceName(String(code))}`, list?.split(' ')]),
)

/** One of the town's own; null for a town that nobody knows. */
export function postcodeOf({ province, city, krs }: Pick<Subject, 'province' | 'city' | 'krs'>): string | null {
  const known = byTown.get(`${city}|${province}`)
  return known === undefined ? null : rng(`postcode|${krs}`).pick(known)
}
