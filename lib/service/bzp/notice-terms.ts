import type { Dictionary } from './uint32-list'
import type { YieldToEventLoop } from './yield-to-event-loop'

type Phrase = { readonly middle: readonly number[]; readonly last: ReadonlySet<number> }

/**
 * Terms translated into numbers of words, so that a pass over a notice compares numbers only. A term without a space
 * lies inside one word; a longer one is the end of a word, whole words, and the beginning of a word.
 */
export type SearchTerms = {
  readonly any: boolean
  /** Per word: 0 for most, so that a pass reads one byte of each; else `INSIDE`, `BEGINS` or both. */
  readonly marks: Uint8Array
  /** Word that can begin a phrase → what has to follow it. */
  readonly phrases: ReadonlyMap<number, readonly Phrase[]>
}

/** The word contains a term without spaces. */
const INSIDE = 1
/** The word's end can be the beginning of a phrase. */
const BEGINS = 2

export async function toTerms(
  terms: readonly string[],
  words: Dictionary,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SearchTerms> {
  const marks = new Uint8Array(words.values.length)
  const phrases = new Map<number, Phrase[]>()
  for (const term of new Set(terms)) {
    const parts = term.split(' ')
    if (parts.length > 1) addPhrase(phrases, words, parts)
    else for (const word of wordsWhere(words, (each) => each.includes(term))) marks[word] = INSIDE
    await yieldToEventLoop()
  }
  for (const word of phrases.keys()) marks[word] = (marks[word] ?? 0) | BEGINS
  return { any: terms.length > 0, marks, phrases }
}

function addPhrase(phrases: Map<number, Phrase[]>, words: Dictionary, parts: readonly string[]): void {
  const head = parts[0] ?? ''
  const tail = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1).map((part) => words.find(part))
  if (!middle.every((word) => word !== undefined)) return
  const last = new Set(wordsWhere(words, (word) => word.startsWith(tail)))
  if (last.size === 0) return
  const phrase = { middle, last }
  for (const first of wordsWhere(words, (word) => word.endsWith(head))) {
    phrases.set(first, [...(phrases.get(first) ?? []), phrase])
  }
}

function wordsWhere(words: Dictionary, test: (word: string) => boolean): number[] {
  const found: number[] = []
  for (const [number, word] of words.values.entries()) if (test(word)) found.push(number)
  return found
}

/** Whether a term occurs in the words from `start` to `end` (exclusive). */
export function occurs(terms: SearchTerms, text: Uint32Array, { start, end }: { start: number; end: number }): boolean {
  const { marks, phrases } = terms
  for (let at = start; at < end; at += 1) {
    const word = text[at] ?? 0
    const mark = marks[word]
    // Words that came after the marks were made have none; they belong to notices that came later too.
    if (mark === 0 || mark === undefined) continue
    if ((mark & INSIDE) !== 0) return true
    if (beginsAt(at, phrases.get(word) ?? [], { text, end })) return true
  }
  return false
}

type Rest = { text: Uint32Array; end: number }

// Plain loops: this runs for every other title when a phrase begins with a common word.
function beginsAt(at: number, phrases: readonly Phrase[], rest: Rest): boolean {
  for (const phrase of phrases) if (follows(phrase, at + 1, rest)) return true
  return false
}

function follows({ middle, last }: Phrase, start: number, { text, end }: Rest): boolean {
  const lastAt = start + middle.length
  if (lastAt >= end) return false
  for (let index = 0; index < middle.length; index += 1) {
    if (text[start + index] !== middle[index]) return false
  }
  return last.has(text[lastAt] ?? 0)
}
