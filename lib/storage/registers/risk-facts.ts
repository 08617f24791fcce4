import type { AnnouncementTable } from '../monitors/tables'
import type { Db } from '../storage'

export type RiskSubject = { readonly krs: string | null; readonly nip: string | null }

/** Announcements of KRZ and changes in KRS that name the bearer by either number, each once, oldest first. */
export async function listAnnouncementsAgainst(
  db: Db,
  bearer: RiskSubject,
): Promise<Pick<AnnouncementTable, 'id' | 'source' | 'day' | 'row'>[]> {
  // One part for each number: with an `or`, SQLite would read every announcement of both sources.
  const [first, ...others] = numbersOf(bearer).map(([column, value]) =>
    db
      .selectFrom('announcements')
      .select(['id', 'source', 'day', 'row'])
      .where(column, '=', value)
      .where('source', 'in', ['krz', 'krs']),
  )
  if (first === undefined) return []
  const all = others.reduce((parts, part) => parts.union(part), first)
  return db.selectFrom(all.as('found')).selectAll().orderBy('day').orderBy('id').execute()
}

/** Entries of KNF's list of warnings that name the bearer by either number. */
export async function countWarningsOf(db: Db, bearer: RiskSubject): Promise<number> {
  if (bearer.krs === null && bearer.nip === null) return 0
  const { count } = await db
    .selectFrom('register_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('register', '=', 'knf')
    .where((eb) => eb.or(numbersOf(bearer).map(([column, value]) => eb(column, '=', value))))
    .executeTakeFirstOrThrow()
  return count
}

const numbersOf = (bearer: RiskSubject): ['krs' | 'nip', string][] =>
  (['krs', 'nip'] as const).flatMap((column) => {
    const value = bearer[column]
    return value === null ? [] : [[column, value] satisfies ['krs' | 'nip', string]]
  })
