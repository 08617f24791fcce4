/**
 * Folded endings of nouns and adjectives, longest first. An ending that begins with `i` softens the consonant before
 * it, so it needs a longer rest: `linia` is not `lina`.
 */
const ENDINGS =
  'iach iami iego iemu ach ami ego emu iej iem iom iow owi ych ymi ich imi ium ej em ia ie ii im io iu om ow um ym a e i o u y'.split(
    ' ',
  )
const MIN_STEM = 3
const MIN_SOFT_STEM = 4
/** Ends of words that are often no ending: `system`, `poziom`, `zapach`, `kolej`. The whole word is a stem, too. */
const MAYBE_ENDING = new Set('ach ow owi em om ym im ich ych ej um'.split(' '))

/** Ends of a stem before an ending with `e`, and what stands in the plain form: `drodze` → `drog`, `rurze` → `rur`. */
const BEFORE_E: readonly (readonly [string, string])[] = [
  ['dz', 'g'],
  ['rz', 'r'],
  ['sz', 'ch'],
  ['c', 'k'],
]
/** The same before `ie`: `sprzecie` → `sprzet`, `moscie` → `most`, `zakladzie` → `zaklad`. */
const BEFORE_IE: readonly (readonly [string, string])[] = [
  ['sc', 'st'],
  ['c', 't'],
  ['dz', 'd'],
]
/** Stems with a vowel or consonant of their own in some forms; the end of the word decides. */
const IRREGULAR: readonly (readonly [string, string])[] = [
  ['urzed', 'urzad'],
  ['jezd', 'jazd'],
  ['miest', 'miast'],
  ['powiet', 'powiat'],
  ['dzieck', 'dziec'],
  ['kociol', 'kotl'],
  ['swietl', 'swiatl'],
  ['dworzc', 'dworc'],
]
/** A fleeting e: `budynek` – `budynku`, `wegiel` – `wegla`. */
const FLEETING = /^(.*[^aeiouy])i?e([klnrc])$/

function withoutAlternation(stem: string, ending: string): readonly string[] {
  const pairs = ending === 'ie' ? BEFORE_IE : ending === 'e' ? BEFORE_E : []
  return pairs.flatMap(([end, plain]) => (stem.endsWith(end) ? [stem.slice(0, -end.length) + plain] : []))
}

function withoutIrregularity(stem: string): string {
  const found = IRREGULAR.find(([form]) => stem.endsWith(form))
  return found === undefined ? stem : stem.slice(0, -found[0].length) + found[1]
}

function withoutFleetingE(stem: string): readonly string[] {
  const [, before, last] = FLEETING.exec(stem) ?? []
  return before !== undefined && last !== undefined && before.length + 1 >= MIN_STEM ? [before + last] : []
}

function cut(word: string): readonly string[] {
  // `kolei` is a form of `kolej`, which has no ending; `pokoi` is one of `pokoj`.
  if (/[aeouy]i$/.test(word)) return [`${word.slice(0, -1)}j`]
  if (word === 'kolej') return [word]
  const ending = ENDINGS.find((each) => {
    const rest = word.length - each.length
    return word.endsWith(each) && rest >= (each.startsWith('i') && each.length > 1 ? MIN_SOFT_STEM : MIN_STEM)
  })
  if (ending === undefined) return [word]
  const stem = word.slice(0, -ending.length)
  const whole = MAYBE_ENDING.has(ending) ? [word] : []
  return [stem, ...withoutAlternation(stem, ending), ...whole]
}

/**
 * The stems of a folded word. Two words are forms of one word if they share a stem; several stems are possible where
 * the ending is ambiguous.
 */
export function polishStems(word: string): readonly string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  const stems = cut(word)
  const isPlainForm = stems[0] === word
  return [...new Set([...stems, ...(isPlainForm ? withoutFleetingE(word) : [])].map(withoutIrregularity))]
}

export const isSamePolishWord = (a: string, b: string): boolean => {
  const stems = polishStems(b)
  return polishStems(a).some((stem) => stems.includes(stem))
}
