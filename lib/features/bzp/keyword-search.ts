import { polishStems } from '@/lib/domain/bzp/polish-stems'
import { isExactAt, isPhraseAt, keywordTerm, rememberStems, runsOf, type TextTerm } from '@/lib/domain/bzp/text-term'

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
    const [run] = term.kind === 'forms' ? runsOf(term.words[0] ?? '') : []
    return run === undefined ? [] : polishStems(run)
  })
  const needles = [...byNeedle.values()]
  const letters = createTextSearch([...byNeedle.keys()])
  const stemsOf = rememberStems()
  return {
    forEachTermIn: (text, onFound) => {
      for (const line of text.split('\n')) {
        const words = line.split(' ')
        const isPhrase = (index: number, at: number) => {
          const term = terms[index]
          return term !== undefined && isPhraseAt(term, { words, at }, stemsOf)
        }
        letters.forEachTermIn(line, (needle, at) => {
          for (const index of needles[needle] ?? []) {
            const term = terms[index]
            if (term === undefined) continue
            const { kind, text: exact, words: wanted } = term
            if (kind === 'exact' ? isExactAt(line, { start: at, end: at + exact.length }) : wanted.length === 1) {
              onFound(index)
            } else if (kind === 'forms' && isPhrase(index, placeOf(line, at + needleOf(term).length - 1))) onFound(index)
          }
        })
        for (const [at, word] of words.entries()) {
          for (const stem of stemsOf(word)) {
            for (const index of byStem.get(stem) ?? []) if (isPhrase(index, at)) onFound(index)
          }
        }
      }
    },
  }
}

/** The index of the word that ends at a blank. */
function placeOf(line: string, blank: number): number {
  let place = 0
  for (let at = line.indexOf(' '); at !== -1 && at < blank; at = line.indexOf(' ', at + 1)) place += 1
  return place
}
