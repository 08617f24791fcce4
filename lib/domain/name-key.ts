import { foldText } from './fold'

/** Longest run of words that is looked for inside a name; a filter takes no longer one. */
export const MAX_NAME_WORDS = 20
const MAX_WORDS = 60

export const splitNameWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The form in which names are compared: words folded, punctuation apart. Empty when the text has no word. */
export const nameKey = (text: string): string => splitNameWords(text).join(' ')

/**
 * Keys of everything that counts as contained in a name: the name itself and every run of its whole words. Looking
 * these up in an index finds the filters whose name is part of a published one without scanning the filters; the price
 * is that a filter matches whole words (`wisła` finds `Hurtownia Wisła`, `wis` does not).
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
