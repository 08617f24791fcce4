import { isExactAt, isPhraseAt, keywordTerm, rememberStems, type TextTerm } from '@/lib/domain/bzp/text-term'

import { createTextSearch } from './text-search'

export type KeywordSearch = {
  /** Calls `onFound` with the index of every keyword that a text mentions, possibly more than once. */
  readonly forEachTermIn: (text: string, onFound: (index: number) => void) => void
}

/** A text that every phrase with these letters contains: a phrase begins with the end of a word. */
const needleOf = ({ kind, text, words }: TextTerm): string =>
  kind === 'exact' || words.length === 1 ? text : `${words[0] ?? ''} `

function groupBy<K>(terms: readonly TextTerm[], keysOf: (term: TextTerm) => readonly K[]): Map<K, number[]> {
  const groups = new Map<K, number[]>()
  for (const [index, term] of terms.entries()) {
    for (const key of keysOf(term)) groups.set(key, [...(groups.get(key) ?? []), index])
  }
  return groups
}

/** Decision 24 (BZP preview): finds folded keywords by their letters, then by the stems of their first words. */
export function createKeywordSearch(keywords: readonly string[]): KeywordSearch {
  const terms = keywords.map(keywordTerm)
  const byNeedle = groupBy(terms, (term) => [needleOf(term)])
  const byStem = groupBy(terms, (term) => {
    const [runs = []] = term.stems
    return runs[0] ?? []
  })
  const needles = [...byNeedle.values()]
  const letters = createTextSearch([...byNeedle.keys()])
  const stemsOf = rememberStems()
  return {
    forEachTermIn: (text, onFound) => {
      const found = new Set<number>()
      const check = (index: number, isFound: (term: TextTerm) => boolean) => {
        const term = found.has(index) ? undefined : terms[index]
        if (term === undefined || !isFound(term)) return
        found.add(index)
        onFound(index)
      }
      for (const line of text.split('\n')) {
        const words = line.split(' ')
        const placeOf = placesByBlank(words)
        letters.forEachTermIn(line, (needle, at) => {
          for (const index of needles[needle] ?? []) {
            check(index, (term) => {
              if (term.kind === 'exact') return isExactAt(line, { start: at, end: at + term.text.length })
              const place = placeOf.get(at + (term.words[0]?.length ?? 0)) ?? words.length
              return term.words.length === 1 || isPhraseAt(term, { words, at: place }, stemsOf)
            })
          }
        })
        for (const [at, word] of words.entries()) {
          const indexes = [...stemsOf(word)].flatMap((stem) => byStem.get(stem) ?? [])
          for (const index of indexes) check(index, (term) => isPhraseAt(term, { words, at }, stemsOf))
        }
      }
    },
  }
}

/** For the offset of each blank of a line: the index of the word before it. */
function placesByBlank(words: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  let end = -1
  for (const [place, word] of words.entries()) {
    end += 1 + word.length
    places.set(end, place)
  }
  return places
}
