import { foldText } from '@/lib/domain/fold'

/**
 * Endings of nouns and adjectives, folded, the longest first. What stands before one is what the other forms of the word
 * begin with: notices are searched for parts of words, so a stem finds them all.
 */
const ENDINGS = 'iej ami ach owi ego emu ymi imi ych ich ow om em ym im ej ek a e i o u y'.split(' ')
/** Shorter than that, a stem is in half of all texts. */
const MIN_STEM = 4
/** These end like a form of another word, and are whole. */
const WHOLE = new Set(['system', 'problem', 'przyjem', 'ekosystem', 'podsystem'])
/** A stem already: `oświetleni`, `utrzymani`. */
const IS_STEM = /[ea]ni$/

const isWord = (text: string): boolean => /^\p{L}+$/u.test(text)

/** How many letters of a folded word are its stem; all of them where no ending is known. */
function stemLength(folded: string): number {
  if (WHOLE.has(folded) || IS_STEM.test(folded)) return folded.length
  const ending = ENDINGS.find((each) => folded.endsWith(each) && folded.length - each.length >= MIN_STEM)
  return folded.length - (ending?.length ?? 0)
}

/**
 * The part that the forms of a Polish word share (`oświetlenie` → `oświetleni`, `dróg` → `dróg`), in the letters that were
 * given; the text itself where nothing can be taken off. Of several words only the last has an ending to lose: a stem inside
 * a phrase would not stand in any text.
 */
export function polishStem(text: string): string {
  const words = text.normalize('NFC').trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const folded = foldText(last)
  // Folding keeps the number of letters of a composed Polish word; of others nothing is taken off.
  if (!isWord(last) || folded.length !== last.length) return words.join(' ')
  return [...words.slice(0, -1), last.slice(0, stemLength(folded))].join(' ')
}
