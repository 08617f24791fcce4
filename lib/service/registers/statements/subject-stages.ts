import type { CompanyQuery } from '@/lib/domain/companies/company-name'

/** A word of a name that begins with the text, or is the whole of it. */
type StageWord = { readonly text: string; readonly isWhole?: boolean }
/** One word of each group has to be in the name. */
export type StageWords = readonly (readonly StageWord[])[]

/** What makes a company one of a stage. */
export type StageTest =
  | { readonly by: 'id'; readonly ids: readonly string[] }
  /** The name without its form begins with the key, or is it. */
  | { readonly by: 'key'; readonly key: string; readonly isWhole: boolean; readonly forms?: readonly string[] }
  /** The form has to be one of `forms`, or the name has `orWords` as well. */
  | {
      readonly by: 'words'
      readonly words: StageWords
      readonly forms?: readonly string[]
      readonly orWords?: StageWords
    }
export type WordsTest = Extract<StageTest, { by: 'words' }>

/** A stage has those that pass its test and none of the others. */
export type Stage = { readonly test: StageTest; readonly without: readonly StageTest[] }

export const begunWords = (words: readonly string[]): StageWords => words.map((text) => [{ text }])

/** Each test without those before it. */
export const stagesInOrder = (tests: readonly StageTest[]): readonly Stage[] =>
  tests.map((test, index) => ({ test, without: tests.slice(0, index) }))

/** Everything that a query finds by its words, and the better parts of it, the best first. */
export function testsOf(query: CompanyQuery): { readonly all: WordsTest; readonly better: readonly StageTest[] } {
  const { typed, key, forms, isWhole } = query
  const words = begunWords(query.words)
  const better: StageTest[] = [true, false].map((whole) => ({ by: 'key', key: typed, isWhole: whole }))
  if (typed === key) return { all: { by: 'words', words }, better }
  const rest = begunWords(query.rest)
  for (const whole of [true, false]) {
    if (forms.length > 0) better.push({ by: 'key', key, isWhole: whole, forms })
    if (isWhole) better.push({ by: 'key', key, isWhole: whole })
  }
  if (rest.length > 0) better.push({ by: 'words', words: rest })
  if (isWhole && forms.length > 0) better.push({ by: 'words', words, forms })
  return { all: isWhole ? { by: 'words', words } : { by: 'words', words, forms, orWords: rest }, better }
}
