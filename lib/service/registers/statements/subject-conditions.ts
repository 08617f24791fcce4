import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { readerOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

import type { Stage, StageTest, StageWords, WordsTest } from './subject-stages'

type Condition = RawBuilder<SqlBool>

/** Selects the places and ids of the companies of a stage after a place, in order. */
export function placesIn(
  db: Db,
  stage: Stage,
  { after, limit }: { after: number; limit: number },
): RawBuilder<unknown> {
  if (!hasWordTable(db)) {
    // Forces sorting after filtering: with the index of places, the engine would read every company.
    return sql`
      select place, subject_id from (
        select place, subject_id from subject_search as search where ${inPostgres(stage)} offset 0
      ) as found where place > ${after} order by place limit ${limit}`
  }
  const { test, without } = stage
  if (test.by !== 'words') {
    const conditions = [rowCondition(test), ...without.map((other) => not(rowCondition(other)))]
    return sql`
      select place, subject_id from subject_search as search
      where ${all(conditions)} and +place > ${after} order by +place limit ${limit}`
  }
  return sql`
    select search.place, search.subject_id
    from subject_words cross join subject_search as search on search.place = subject_words.rowid
    where subject_words match ${toMatch(stage)} and subject_words.rowid > ${after}
      ${and(without.filter(({ by }) => by !== 'words').map((other) => not(rowCondition(other))))}
    order by subject_words.rowid limit ${limit}`
}

export function countOf(db: Db, stage: Stage): RawBuilder<{ count: number }> {
  if (!hasWordTable(db)) return sql`select count(*) as count from subject_search as search where ${inPostgres(stage)}`
  const others = stage.without.filter(({ by }) => by !== 'words').map((other) => not(rowCondition(other)))
  const words = sql`select rowid from subject_words where subject_words match ${toMatch(stage)}`
  if (others.length === 0) return sql`select count(*) as count from (${words}) as found`
  return sql`select count(*) as count from subject_search as search where place in (${words}) ${and(others)}`
}

/** Whether the engine has a separate table for text search, which queries must name. */
const hasWordTable = (db: Db): boolean => readerOf(db).hasNamedTextIndex === true

const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const and = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql`and ${all(conditions)}`
const not = (condition: Condition): Condition => sql`not ${condition}`
const hasForm = (forms: readonly string[]): Condition => sql`search.form in (${sql.join(forms)})`

/** Conditions of tests that do not need the index of words. */
function rowCondition(test: StageTest): Condition {
  switch (test.by) {
    case 'id':
      return sql`(search.subject_id in (${sql.join(test.ids)}))`
    case 'key': {
      const { key, isWhole, forms } = test
      // `{` sorts after every letter, so the range contains every name that begins with the key.
      const nameCondition = isWhole
        ? sql<SqlBool>`search.name_key = ${key}`
        : sql<SqlBool>`search.name_key >= ${key} and search.name_key < ${`${key}{`}`
      return forms ? sql`(${nameCondition} and ${hasForm(forms)})` : sql`(${nameCondition})`
    }
    case 'words':
      throw new Error('Words are searched for with the index of words')
  }
}

/** The query syntax of SQLite's text index. Words consist of letters and digits only. */
function toMatch({ test, without }: Stage): string {
  const others = without.filter((other) => other.by === 'words').map(matchOf)
  const ownMatch = test.by === 'words' ? matchOf(test) : ''
  return [ownMatch, ...others].join(' NOT ')
}

function matchOf({ words, forms, orWords }: WordsTest): string {
  const nameMatch = `({words} : ${wordsMatch(words)})`
  if (!forms) return nameMatch
  const formMatch = `{form} : (${forms.map((form) => `"${form}"`).join(' OR ')})`
  return `(${nameMatch} AND (${orWords ? `(${formMatch}) OR ({words} : ${wordsMatch(orWords)})` : formMatch}))`
}

const wordsMatch = (groups: StageWords): string =>
  `(${groups
    .map((words) => `(${words.map(({ text, isWhole }) => `"${text}"${isWhole ? '' : '*'}`).join(' OR ')})`)
    .join(' AND ')})`

const inPostgres = ({ test, without }: Stage): Condition =>
  all([inPostgresBy(test), ...without.map((other) => not(inPostgresBy(other)))])

function inPostgresBy(test: StageTest): Condition {
  if (test.by !== 'words') return rowCondition(test)
  const { words, forms, orWords } = test
  if (!forms) return hasWords(words)
  return sql`(${hasWords(words)} and ${orWords ? sql`(${hasForm(forms)} or ${matchesWords(orWords)})` : hasForm(forms)})`
}

const VECTOR = sql`array_to_tsvector(string_to_array(search.words, ' '))`

/**
 * A single letter begins a word of nearly every second name, so the index would return half of them. It is compared
 * only in names that the other words find.
 */
function hasWords(groups: StageWords): Condition {
  const rare = groups.filter((words) => words.every(({ text }) => text.length > 1))
  const common = rare.length === 0 ? [] : groups.filter((words) => !rare.includes(words))
  const indexed = sql<SqlBool>`${VECTOR} @@ ${toTsquery(rare.length === 0 ? groups : rare)}::tsquery`
  return common.length === 0 ? indexed : sql`(${indexed} and ${matchesWords(common)})`
}

/** The same condition without the index. */
const matchesWords = (groups: StageWords): Condition => sql`((${VECTOR} @@ ${toTsquery(groups)}::tsquery) is true)`

const toTsquery = (groups: StageWords): string =>
  groups
    .map((words) => `(${words.map(({ text, isWhole }) => `'${text}'${isWhole ? '' : ':*'}`).join(' | ')})`)
    .join(' & ')
