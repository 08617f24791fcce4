import type { Kysely } from 'kysely'

import type { AnnouncementTable, Database } from './tables'

type Db = Kysely<Database>
export type Bearer = { readonly krs: string | null; readonly nip: string | null }

/** Announcements of KRZ and changes in KRS that name the bearer by either number, oldest first. */
export async function listAnnouncementsAgainst(
  db: Db,
  bearer: Bearer,
): Promise<Pick<AnnouncementTable, 'source' | 'day' | 'row'>[]> {
  if (bearer.krs === null && bearer.nip === null) return []
  return db
    .selectFrom('announcements')
    .select(['source', 'day', 'row'])
    .where('source', 'in', ['krz', 'krs'])
    .where((eb) => eb.or(numbersOf(bearer).map(([column, value]) => eb(column, '=', value))))
    .orderBy('day')
    .orderBy('id')
    .execute()
}

/** Entries of KNF's list of warnings that name the bearer by either number. */
export async function countWarningsOf(db: Db, bearer: Bearer): Promise<number> {
  if (bearer.krs === null && bearer.nip === null) return 0
  const { count } = await db
    .selectFrom('register_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('register', '=', 'knf')
    .where((eb) => eb.or(numbersOf(bearer).map(([column, value]) => eb(column, '=', value))))
    .executeTakeFirstOrThrow()
  return count
}

const numbersOf = (bearer: Bearer): ['krs' | 'nip', string][] =>
  (['krs', 'nip'] as const).flatMap((column) => {
    const value = bearer[column]
    return value === null ? [] : [[column, value] satisfies ['krs' | 'nip', string]]
  })
