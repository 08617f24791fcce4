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

/** In loading order. */
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
  const is =
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
  const stages: NaiveMatcher[] = [is(typed), starts(typed)]
  let all = begins(words)
  if (typed !== key) {
    for (const matcher of [is(key), starts(key)])
      stages.push(both(matcher, hasForm), ...(isCompleteForm ? [matcher] : []))
    if (rest.length > 0) stages.push(begins(rest))
    if (isCompleteForm) stages.push(both(begins(words), hasForm))
    else all = both(begins(words), (stored) => hasForm(stored) || begins(rest)(stored))
  }
  stages.push(all)
  const found: string[] = []
  const take = (matches: NaiveMatcher): number => {
    const before = found.length
    const seen = new Set(found)
    const these = companies.filter(({ id, stored }) => !seen.has(id) && matches(stored))
    found.push(
      ...[false, true]
        .flatMap((struckOff) => these.filter(({ isStruckOff }) => isStruckOff === struckOff))
        .map(({ id }) => id),
    )
    return found.length - before
  }
  for (const stage of stages) take(stage)
  if (found.length < 5) takeSimilar(companies, words, { count: () => found.length, take })
  return found
}

function takeSimilar(
  companies: readonly NaiveCompany[],
  words: readonly string[],
  { count, take }: { count: () => number; take: (matches: NaiveMatcher) => number },
): void {
  for (const ending of [1, 2, 3]) if (take(begins(words.map((word) => stemOf(word, ending)))) > 0) break
  if (count() >= 5) return
  const vocabulary = [...new Set(companies.flatMap(({ stored }) => stored.words.split(' ')))].toSorted()
  const groups = words.map((word) => {
    const variants = new Set(variantsOf(word))
    const similarWords = vocabulary.filter(
      (other) => other !== word && variantsOf(other).some((each) => variants.has(each)),
    )
    return { word, alike: new Set(similarWords.slice(0, 50)) }
  })
  take((stored) => {
    const storedWords = stored.words.split(' ')
    return groups.every(({ word, alike }) => storedWords.some((each) => each.startsWith(word) || alike.has(each)))
  })
}
