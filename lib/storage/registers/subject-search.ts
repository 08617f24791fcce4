import { containsWords } from '../engine/like'
import type { Db } from '../storage'
import type { SubjectTable } from './tables'

/** Companies with the words of the folded text in their name, and those with the ids. */
export type SubjectSearch = { readonly text: string; readonly ids: readonly string[] }

const matching = (db: Db, { text, ids }: SubjectSearch) =>
  db.selectFrom('subject_search').where((eb) => {
    const named = containsWords(eb.ref('search_text'), text)
    return ids.length === 0 ? named : eb.or([named, eb('subject_id', 'in', ids)])
  })

/** Ascending by position, after `after` when given. */
export function searchSubjects(
  db: Db,
  search: SubjectSearch,
  { after = 0, limit }: { after: number | undefined; limit: number },
): Promise<(Pick<SubjectTable, 'id' | 'krs' | 'nip' | 'regon' | 'name' | 'status'> & { position: number })[]> {
  return matching(db, search)
    .innerJoin('subjects', 'subjects.id', 'subject_search.subject_id')
    .select(['subjects.id', 'krs', 'nip', 'regon', 'name', 'status', 'position'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
}

export async function countFoundSubjects(db: Db, search: SubjectSearch): Promise<number> {
  const { count } = await matching(db, search)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
