import type { OrderType } from '@/lib/contract/bzp'

import topics from '../data/bzp-topics.json'
import type { AuthorityKind } from './bzp-authorities'

/**
 * A subject of procurement. A title is `verb object tail`; objects are in the genitive, so any verb fits. `{place}`,
 * `{area}` and `{year}` are replaced; `{n}` becomes a number from 2 to 9, `{m}` one from 5 to 9, for words whose form
 * differs after 2, 3 and 4.
 */
export type BzpTopic = {
  weight: number
  /** Only kinds that may buy all of the objects. */
  buyers: readonly AuthorityKind[]
  /** Value of such an order, in thousands of PLN. */
  value: readonly [least: number, most: number]
  /** The first code is always used, the others sometimes. */
  cpv: readonly [string, ...string[]]
  verbs: readonly string[]
  objects: readonly string[]
  tails: readonly string[]
  details: readonly string[]
}

/**
 * Safe: `bzp-notice.test.ts` checks that the file has valid buyers, a minimum and a maximum value, and a first code.
 */
export const bzpTopics = topics as unknown as Readonly<Record<OrderType, readonly BzpTopic[]>>
