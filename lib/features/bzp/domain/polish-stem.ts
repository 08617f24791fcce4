import { foldText } from '@/lib/domain/fold'

/**
 * Folded endings of nouns and adjectives, longest first. Notices are searched for parts of words, so the stem before an
 * ending matches all forms of the word.
 */
const ENDINGS = 'iej ami ach owi ego emu ymi imi ych ich ow om em ym im ej ek a e i o u y'.split(' ')
/** A shorter stem would occur in half of all texts. */
const MIN_STEM = 4
/** Words that look inflected but are base forms. */
const WHOLE = new Set(['system', 'problem', 'przyjem', 'ekosystem', 'podsystem'])
/** Already a stem: `oświetleni`, `utrzymani`. */
const IS_STEM = /[ea]ni$/

const isWord = (text: string): boolean => /^\p{L}+$/u.test(text)

function stemLength(folded: string): number {
  if (WHOLE.has(folded) || IS_STEM.test(folded)) return folded.length
  const ending = ENDINGS.find((each) => folded.endsWith(each) && folded.length - each.length >= MIN_STEM)
  return folded.length - (ending?.length ?? 0)
}

/**
 * The part that all forms of a Polish word share (`oświetlenie` → `oświetleni`, `dróg` → `dróg`), in the original
 * spelling; the text itself if no ending can be removed. Of several words only the last loses its ending: a stem inside
 * a phrase would never be found.
 */
export function polishStem(text: string): string {
  const words = text.normalize('NFC').trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const folded = foldText(last)
  // Cutting relies on folding to preserve the length, which holds for composed Polish letters only; other words stay
  // whole.
  if (!isWord(last) || folded.length !== last.length) return words.join(' ')
  return [...words.slice(0, -1), last.slice(0, stemLength(folded))].join(' ')
}
