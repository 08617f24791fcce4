import { sql } from 'kysely'

import { type CompanyQuery, MAX_ENDING, stemOf, variantsOf } from '@/lib/domain/companies/company-name'
import type { Db } from '@/lib/storage/storage'

import type { SubjectTable } from '../tables'
import { countOf, placesIn } from './subject-conditions'
import { toPrefixWords, stagesInOrder, type Stage, type StageTest, testsOf, type WordsTest } from './subject-stages'

/** Companies that the query finds, preceded by those with the ids. */
export type SubjectSearch = { readonly query: CompanyQuery | undefined; readonly ids: readonly string[] }

/** Position of a company in the result: its stage, and its place within it. */
export type SearchPosition = { readonly stage: number; readonly place: number }

export type FoundSubject = Pick<
  SubjectTable,
  'id' | 'krs' | 'nip' | 'regon' | 'name' | 'status' | 'city' | 'legal_form'
> &
  SearchPosition

/** If fewer companies than this are found, similar names are searched too. */
const FEW = 5
/** Maximum number of words that a mistyped one is replaced by. */
const MAX_SIMILAR = 50

type Plan = { readonly stages: readonly Stage[]; readonly total: number }

/** Reads up to `limit` rows after the position `after`, stage by stage, and the total number of rows. */
export async function searchSubjects(
  db: Db,
  search: SubjectSearch,
  { after, limit }: { after: SearchPosition | undefined; limit: number },
): Promise<{ rows: FoundSubject[]; total: number }> {
  const { stages, total } = await planOf(db, search)
  const rows: FoundSubject[] = []
  for (const [number, stage] of stages.entries()) {
    if (number < (after?.stage ?? 0) || rows.length >= Math.min(limit, total)) continue
    const page = { after: number === after?.stage ? after.place : 0, limit: limit - rows.length }
    const found = await readRows(db, stage, page)
    rows.push(...found.map((row) => ({ ...row, stage: number })))
  }
  return { rows, total }
}

async function readRows(db: Db, stage: Stage, page: { after: number; limit: number }) {
  const { rows } = await sql<Omit<FoundSubject, 'stage'>>`
    select found.place, subjects.id, krs, nip, regon, name, status, city, subjects.legal_form
    from (${placesIn(db, stage, page)}) as found join subjects on subjects.id = found.subject_id
    order by found.place`.execute(db)
  return rows
}

async function count(db: Db, stage: Stage): Promise<number> {
  const { rows } = await countOf(db, stage).execute(db)
  return rows[0]?.count ?? 0
}

async function planOf(db: Db, { query, ids }: SubjectSearch): Promise<Plan> {
  const idTests: StageTest[] = ids.length > 0 ? [{ by: 'id', ids }] : []
  if (query === undefined) return { stages: stagesInOrder(idTests), total: ids.length }
  const { all, better } = testsOf(query)
  const stages = stagesInOrder([...idTests, ...better, all])
  const total = ids.length + (await count(db, { test: all, without: idTests }))
  if (total >= FEW || ids.length > 0) return { stages, total }
  return addSimilar(db, { words: query.words, all }, { stages, total })
}

/** Adds names with other word endings, then names with a different letter, until there are enough. */
async function addSimilar(
  db: Db,
  { words, all }: { words: readonly string[]; all: WordsTest },
  plan: Plan,
): Promise<Plan> {
  const wider: Stage[] = []
  let { total } = plan
  const widen = async (test: WordsTest): Promise<void> => {
    const stage = { test, without: [all, ...wider.map((earlier) => earlier.test)] }
    const more = await count(db, stage)
    if (more > 0) wider.push(stage)
    total += more
  }
  for (let ending = 1; ending <= MAX_ENDING && wider.length === 0; ending += 1) {
    const stems = words.map((word) => stemOf(word, ending))
    if (stems.some((stem, index) => stem !== words[index])) await widen({ by: 'words', words: toPrefixWords(stems) })
  }
  const similar = total >= FEW ? [] : await Promise.all(words.map((word) => similarWords(db, word)))
  if (similar.some((list) => list.length > 0)) {
    const groups = words.map((text, index) => [
      { text },
      ...(similar[index] ?? []).map((word) => ({ text: word, isWhole: true })),
    ])
    await widen({ by: 'words', words: groups })
  }
  return { stages: [...plan.stages, ...wider], total }
}

/** Words of names that differ from the word by one letter. */
async function similarWords(db: Db, word: string): Promise<readonly string[]> {
  const variants = variantsOf(word)
  if (variants.length === 0) return []
  const rows = db.selectFrom('word_variants').select('word').distinct().where('variant', 'in', variants)
  const words = (await rows.execute()).map((row) => row.word).filter((other) => other !== word)
  return words.toSorted().slice(0, MAX_SIMILAR)
}
