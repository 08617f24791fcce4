import { polishStems } from '@/lib/domain/bzp/polish-stems'
import { foldText } from '@/lib/domain/fold'

/** A shorter stem would occur in half of all texts. */
const MIN_STEM = 4
/** Words that look inflected but are base forms. */
const WHOLE = new Set(['system', 'problem', 'ekosystem', 'podsystem'])

/** Already a stem: `oświetlen`, `utrzyman`, `komputer`. */
const IS_STEM = /(?:[ea]n|er|el)$/

const isWord = (text: string): boolean => /^\p{L}+$/u.test(text)

/** The length of the beginning that all stems of a word share. */
function stemLength(folded: string): number {
  if (WHOLE.has(folded) || IS_STEM.test(folded)) return folded.length
  const stems = polishStems(folded)
  let length = 0
  while (length < folded.length && stems.every((stem) => stem[length] === folded[length])) length += 1
  return length < MIN_STEM ? folded.length : length
}

/**
 * The part that all forms of a Polish word share (`oświetlenie` → `oświetlen`, `dróg` → `dróg`), in the original
 * spelling; the text itself if no ending can be removed. It also finds the forms where a service searches for parts of
 * words only. Of several words only the last loses its ending: a stem inside a phrase would never be found.
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
