import { foldText } from './fold'

/** Longest run of words matched inside a name, and the limit for a filter's name. */
export const MAX_NAME_WORDS = 20
const MAX_WORDS = 60

export const splitNameWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The form in which names are compared: folded words without punctuation. Empty for a text without words. */
export const nameKey = (text: string): string => splitNameWords(text).join(' ')

/**
 * Keys of everything that counts as contained in a name: the name itself and every run of its whole words. An index
 * look-up by these keys finds the filters whose name is part of a published one without scanning all filters; as a
 * consequence, filters match whole words only (`wisła` finds `Hurtownia Wisła`, `wis` does not).
 */
export function keysWithin(name: string): string[] {
  const words = splitNameWords(name).slice(0, MAX_WORDS)
  const keys = new Set([words.join(' ')])
  for (let start = 0; start < words.length; start += 1) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end += 1) {
      keys.add(words.slice(start, end).join(' '))
    }
  }
  keys.delete('')
  return [...keys]
}
