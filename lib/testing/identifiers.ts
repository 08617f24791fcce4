import { rng } from '@/lib/sample/rng'
import { makeNip, makePesel } from '@/lib/sample/synthetic-identifiers'

/** Valid unassigned identifiers, distinct by index. */
export const nipOf = (index: number): string => makeNip(index)
export const krsOf = (index: number): string => `0009${String(500_000 + index)}`
export const peselOf = (index: number): string => makePesel(rng(`test|${index}`), index % 2 ? 'male' : 'female').pesel

const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]

/** Valid NIPs that no sample company has. A number with checksum 10 has no check digit and is skipped. */
export function freeNipOf(index: number): string {
  const digits = String(955_000_000 + index * 2)
  const check = (text: string) => WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11
  const next = String(Number(digits) + 1)
  return check(digits) < 10 ? `${digits}${check(digits)}` : `${next}${check(next)}`
}
/** KRS numbers that no sample company has. */
export const freeKrsOf = (index: number): string => `0009${String(980_000 + index)}`
