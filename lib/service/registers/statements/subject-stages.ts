import type { CompanyQuery } from '@/lib/domain/companies/company-name'

/** Matches words of a name that begin with the text, or equal it. */
type StageWord = { readonly text: string; readonly isWhole?: boolean }
/** The name must contain one word of each group. */
export type StageWords = readonly (readonly StageWord[])[]

export type StageTest =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  /** The name without its legal form begins with the key, or equals it. */
  | { readonly by: 'key'; readonly key: string; readonly isWhole: boolean; readonly forms?: readonly string[] }
  /** The form must be one of `forms`, or the name must also contain `orWords`. */
  | {
      readonly by: 'words'
      readonly words: StageWords
      readonly forms?: readonly string[]
      readonly orWords?: StageWords
    }
export type WordsTest = Extract<StageTest, { by: 'words' }>

/** A stage contains companies that pass `test` and none of `without`. */
export type Stage = { readonly test: StageTest; readonly without: readonly StageTest[] }

export const toPrefixWords = (words: readonly string[]): StageWords => words.map((text) => [{ text }])

/** Each test excludes the matches of the previous ones. */
export const stagesInOrder = (tests: readonly StageTest[]): readonly Stage[] =>
  tests.map((test, index) => ({ test, without: tests.slice(0, index) }))

/** `all` covers everything that the query finds by words; `better` lists stricter tests, best first. */
export function testsOf(query: CompanyQuery): { readonly all: WordsTest; readonly better: readonly StageTest[] } {
  const { typed, key, forms, isCompleteForm } = query
  const words = toPrefixWords(query.words)
  const better: StageTest[] = [true, false].map((isExact) => ({ by: 'key', key: typed, isWhole: isExact }))
  if (typed === key) return { all: { by: 'words', words }, better }
  const rest = toPrefixWords(query.rest)
  for (const isExact of [true, false]) {
    if (forms.length > 0) better.push({ by: 'key', key, isWhole: isExact, forms })
    if (isCompleteForm) better.push({ by: 'key', key, isWhole: isExact })
  }
  if (rest.length > 0) better.push({ by: 'words', words: rest })
  if (isCompleteForm && forms.length > 0) better.push({ by: 'words', words, forms })
  return { all: isCompleteForm ? { by: 'words', words } : { by: 'words', words, forms, orWords: rest }, better }
}
