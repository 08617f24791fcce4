import { type TextRange } from '../fold'
import { polishStems } from './polish-stems'

/**
 * A folded text to find in the lines of a notice. `part` occurs anywhere, also inside words. `exact` occurs with no
 * letter or digit around it. `forms` is a part, or each of its words is a form of the word in its place.
 */
export type TextTerm = {
  readonly kind: 'part' | 'exact' | 'forms'
  readonly text: string
  readonly words: readonly string[]
  /** The stems of each run of each word; empty for a word without forms, and for other kinds than `forms`. */
  readonly stems: readonly (readonly (readonly string[])[])[]
}

/** Runs of letters and digits: `wodno-kanalizacyjna,` has two. */
export const runsOf = (word: string): readonly string[] => word.match(/[\p{L}\p{N}]+/gu) ?? []

/** Decision 24 (BZP preview): a keyword in quotes is exact, every other one is found by its forms. */
export function keywordTerm(keyword: string): TextTerm {
  const quoted = /^"([^"]+)"$/.exec(keyword)?.[1]?.trim() ?? ''
  return quoted === '' ? toTerm('forms', keyword) : toTerm('exact', quoted)
}

export const partTerm = (text: string): TextTerm => toTerm('part', text)

/** Other words, such as `100%` or `c++`, have no forms. */
const INFLECTED = /^\p{L}+(?:[-/]\p{L}+)*$/u

function toTerm(kind: TextTerm['kind'], text: string): TextTerm {
  const words = text.split(' ')
  const stems = kind === 'forms' ? words.map((word) => (INFLECTED.test(word) ? runsOf(word).map(polishStems) : [])) : []
  return { kind, text, words, stems }
}

/** Whether the occurrence of a text has no letter or digit before its first or after its last one. */
export function isExactAt(text: string, { start, end }: TextRange): boolean {
  const found = text.slice(start, end)
  const continuesLeft = /^[\p{L}\p{N}]/u.test(found) && /[\p{L}\p{N}]$/u.test(text.slice(0, start))
  return !continuesLeft && !(/[\p{L}\p{N}]$/u.test(found) && /^[\p{L}\p{N}]/u.test(text.slice(end)))
}

/** Whether a word can stand at one place of a phrase by its letters; the outer places also accept parts of words. */
export function hasLettersOf({ words }: TextTerm, place: number, word: string): boolean {
  const wanted = words[place] ?? ''
  if (words.length === 1) return word.includes(wanted)
  if (place === 0) return word.endsWith(wanted)
  return place === words.length - 1 ? word.startsWith(wanted) : word === wanted
}

export type StemsOf = (word: string) => ReadonlySet<string>

const MAX_REMEMBERED = 20_000

/** The stems of the runs of a word, remembered. */
export function rememberStems(): StemsOf {
  const remembered = new Map<string, ReadonlySet<string>>()
  return (word) => {
    const known = remembered.get(word)
    if (known !== undefined) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const stems = new Set(runsOf(word).flatMap(polishStems))
    remembered.set(word, stems)
    return stems
  }
}

const sharedStems = rememberStems()

/** Whether every run of the wanted word has a form among the runs of the word. */
function isFormOf(runs: readonly (readonly string[])[], word: string, stemsOf: StemsOf): boolean {
  const stems = stemsOf(word)
  return runs.length > 0 && runs.every((run) => run.some((stem) => stems.has(stem)))
}

/** Whether the words of a line from an index on are the phrase of a term of kind `forms`. */
export const isPhraseAt = (
  term: TextTerm,
  { words, at }: { readonly words: readonly string[]; readonly at: number },
  stemsOf: StemsOf,
): boolean =>
  term.words.every((_, place) => {
    const word = words[at + place]
    return word !== undefined && (hasLettersOf(term, place, word) || isFormOf(term.stems[place] ?? [], word, stemsOf))
  })

export function* occurrences(line: string, text: string): Generator<TextRange> {
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1))
    yield { start: at, end: at + text.length }
}

/** Where a folded line has the term; whole words where forms of them match. */
export function rangesOf(term: TextTerm, line: string, stemsOf: StemsOf = sharedStems): readonly TextRange[] {
  if (term.text === '') return []
  const parts = [...occurrences(line, term.text)]
  if (term.kind === 'part') return parts
  if (term.kind === 'exact') return parts.filter((range) => isExactAt(line, range))
  const words = line.split(' ')
  let start = 0
  const phrases = words.flatMap((word, at) => {
    const from = start
    start += word.length + 1
    if (!isPhraseAt(term, { words, at }, stemsOf)) return []
    const phrase = words.slice(at, at + term.words.length).join(' ')
    return parts.some((part) => part.start < from + phrase.length && part.end > from) ? [] : [rangeWithin(phrase, from)]
  })
  return [...parts, ...phrases]
}

/** Without the punctuation around the phrase. */
function rangeWithin(phrase: string, from: number): TextRange {
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(phrase) ?? []
  const [after = ''] = /[^\p{L}\p{N}]*$/u.exec(phrase) ?? []
  return { start: from + before.length, end: from + phrase.length - after.length }
}

export const mentions = (term: TextTerm, line: string, stemsOf?: StemsOf): boolean =>
  term.kind === 'exact' || term.text === ''
    ? rangesOf(term, line).length > 0
    : line.includes(term.text) || (term.kind === 'forms' && rangesOf(term, line, stemsOf).length > 0)
