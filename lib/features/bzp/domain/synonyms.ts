import { foldText } from '@/lib/domain/fold'

import { polishStem } from './polish-stem'

export type SynonymGroups = readonly (readonly string[])[]

const keyOf = (text: string): string => foldText(polishStem(text))
/** Shorter prefixes also begin unrelated words. */
const MIN_BEGINNING = 5

/** True if one word begins with the stem of the other: `remontu`, `remontowy` and `remont`. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  return Math.min(a.length, b.length) >= MIN_BEGINNING && (a.startsWith(b) || b.startsWith(a))
}

export function synonymsOf(groups: SynonymGroups, text: string): readonly string[] {
  const key = keyOf(text)
  const found = groups.filter((group) => group.some((word) => isSameWord(keyOf(word), key)))
  const stems = found.flat().filter((word) => !isSameWord(keyOf(word), key))
  return [...new Set(stems.map(polishStem))]
}
