import {
  readCompanyQuery,
  stemOf,
  type StoredName,
  toStoredName,
  variantsOf,
} from '@/lib/domain/companies/company-name'
import type { Db } from '@/lib/storage/storage'

export type NaiveCompany = {
  readonly id: string
  readonly name: string
  readonly isStruckOff: boolean
  readonly stored: StoredName
}

/** The companies in the order in which they were loaded. */
export async function readNaiveCompanies(db: Db): Promise<NaiveCompany[]> {
  const rows = await db
    .selectFrom('subject_search')
    .innerJoin('subjects', 'subjects.id', 'subject_id')
    .select(['subjects.id', 'name', 'status', 'place'])
    .execute()
  return rows
    .toSorted((a, b) => (a.place % 2 ** 40) - (b.place % 2 ** 40))
    .map(({ id, name, status }) => ({ id, name, isStruckOff: status === 'deregistered', stored: toStoredName(name) }))
}

type NaiveMatcher = (stored: StoredName) => boolean

const begins =
  (words: readonly string[]): NaiveMatcher =>
  (stored) =>
    words.every((word) => stored.words.split(' ').some((storedWord) => storedWord.startsWith(word)))

/** Decision 28j (basic search) by scanning every name for each stage, without index or SQL. Returns ids in order. */
export function naiveSearch(companies: readonly NaiveCompany[], q: string): string[] {
  const query = readCompanyQuery(q)
  const { typed, key, words, rest, forms, isCompleteForm } = query
  if (typed === '') return []
  const hasForm: NaiveMatcher = ({ form }) => forms.includes(form)
  const equals =
    (text: string): NaiveMatcher =>
    (stored) =>
      stored.key === text
  const starts =
    (text: string): NaiveMatcher =>
    (stored) =>
      stored.key.startsWith(text)
  const both =
    (one: NaiveMatcher, other: NaiveMatcher): NaiveMatcher =>
    (stored) =>
      one(stored) && other(stored)
  const stages: NaiveMatcher[] = [equals(typed), starts(typed)]
  let all = begins(words)
  if (typed !== key) {
    for (const matcher of [equals(key), starts(key)])
      stages.push(both(matcher, hasForm), ...(isCompleteForm ? [matcher] : []))
    if (rest.length > 0) stages.push(begins(rest))
    if (isCompleteForm) stages.push(both(begins(words), hasForm))
    else all = both(begins(words), (stored) => hasForm(stored) || begins(rest)(stored))
  }
  stages.push(all)
  const found: string[] = []
  const addMatches = (matches: NaiveMatcher): number => {
    const before = found.length
    const foundIds = new Set(found)
    const newMatches = companies.filter(({ id, stored }) => !foundIds.has(id) && matches(stored))
    found.push(
      ...[false, true]
        .flatMap((struckOff) => newMatches.filter(({ isStruckOff }) => isStruckOff === struckOff))
        .map(({ id }) => id),
    )
    return found.length - before
  }
  for (const stage of stages) addMatches(stage)
  if (found.length < 5) addSimilar(companies, words, { count: () => found.length, addMatches })
  return found
}

function addSimilar(
  companies: readonly NaiveCompany[],
  words: readonly string[],
  { count, addMatches }: { count: () => number; addMatches: (matches: NaiveMatcher) => number },
): void {
  for (const ending of [1, 2, 3]) if (addMatches(begins(words.map((word) => stemOf(word, ending)))) > 0) break
  if (count() >= 5) return
  const vocabulary = [...new Set(companies.flatMap(({ stored }) => stored.words.split(' ')))].toSorted()
  const groups = words.map((word) => {
    const variants = new Set(variantsOf(word))
    const similarWords = vocabulary.filter(
      (other) => other !== word && variantsOf(other).some((each) => variants.has(each)),
    )
    return { word, similar: new Set(similarWords.slice(0, 50)) }
  })
  addMatches((stored) => {
    const storedWords = stored.words.split(' ')
    return groups.every(({ word, similar }) => storedWords.some((each) => each.startsWith(word) || similar.has(each)))
  })
}
