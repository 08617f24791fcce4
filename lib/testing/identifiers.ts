import { rng } from '@/lib/service/sample/rng'
import { makeNip, makePesel } from '@/lib/service/sample/synthetic-identifiers'

/** Valid identifiers of nobody, distinct by index. */
export const nipOf = (index: number): string => makeNip(index)
export const krsOf = (index: number): string => `0009${String(500_000 + index)}`
export const peselOf = (index: number): string => makePesel(rng(`test|${index}`), index % 2 ? 'male' : 'female').pesel
