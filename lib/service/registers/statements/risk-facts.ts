import type { Db } from '@/lib/storage/storage'

import type { AnnouncementTable } from '../../monitors/tables'
import type { RegisterEntryTable } from '../tables'

export type RiskSubject = { readonly krs: string | null; readonly nip: string | null }

/** KRZ announcements and KRS changes that name the subject by either number, without duplicates, oldest first. */
export async function listAnnouncementsAgainst(
  db: Db,
  subject: RiskSubject,
): Promise<Pick<AnnouncementTable, 'id' | 'source' | 'day' | 'title' | 'row'>[]> {
  // One subquery per number: with an `or`, SQLite would scan all announcements of both sources.
  const [first, ...others] = numbersOf(subject).map(([column, value]) =>
    db
      .selectFrom('announcements')
      .select(['id', 'source', 'day', 'title', 'row'])
      .where(column, '=', value)
      .where('source', 'in', ['krz', 'krs']),
  )
  if (first === undefined) return []
  const all = others.reduce((parts, part) => parts.union(part), first)
  return db.selectFrom(all.as('found')).selectAll().orderBy('day').orderBy('id').execute()
}

/** Entries of KNF's list of warnings that name the subject by either number. */
export async function listWarningsOf(
  db: Db,
  subject: RiskSubject,
): Promise<Pick<RegisterEntryTable, 'id' | 'day' | 'row'>[]> {
  if (subject.krs === null && subject.nip === null) return []
  return db
    .selectFrom('register_entries')
    .select(['id', 'day', 'row'])
    .where('register', '=', 'knf')
    .where((eb) => eb.or(numbersOf(subject).map(([column, value]) => eb(column, '=', value))))
    .orderBy('day')
    .orderBy('id')
    .execute()
}

const numbersOf = (subject: RiskSubject): ['krs' | 'nip', string][] =>
  (['krs', 'nip'] as const).flatMap((column) => {
    const value = subject[column]
    return value === null ? [] : [[column, value] satisfies ['krs' | 'nip', string]]
  })
