import { sql } from 'kysely'

import type { Db } from '../storage'
import type { AnnouncementTable } from './tables'

type Source = AnnouncementTable['source']

type StreamQuery = {
  readonly sources: readonly Source[]
  /** Days, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly krs?: string | undefined
  readonly nip?: string | undefined
  /** An instant: what appears later is no part of the stream, whatever its day. */
  readonly publishedUpTo: string
  readonly after: Pick<AnnouncementTable, 'day' | 'id'> | undefined
  readonly limit: number
}
export type StreamedRow = Pick<AnnouncementTable, 'id' | 'source' | 'day' | 'krs' | 'nip' | 'name' | 'title' | 'row'>

/** The next announcements after the given one, by day and id. Each source is a range of an index, read no further than needed. */
export async function listNextAnnouncements(db: Db, query: StreamQuery): Promise<StreamedRow[]> {
  const [first, ...others] = query.sources
  if (first === undefined) return []
  const of = (source: Source) => db.selectFrom(ofSource(db, source, query).as('part')).selectAll()
  const parts = others.reduce((union, source) => union.unionAll(of(source)), of(first))
  return db.selectFrom(parts.as('next')).selectAll().orderBy('day').orderBy('id').limit(query.limit).execute()
}

type KeyedQuery = Pick<StreamQuery, 'publishedUpTo' | 'after' | 'limit'> & {
  readonly source: Source
  readonly from: string
  readonly to: string
}
export type KeyedAnnouncement = Omit<AnnouncementTable, 'row'>

/** The same of one source with all that an announcement is matched by, and without its row. */
export async function listNextKeyed(db: Db, query: KeyedQuery): Promise<KeyedAnnouncement[]> {
  const { source, from, to, publishedUpTo, after, limit } = query
  let rows = db
    .selectFrom('announcements')
    .select(['id', 'source', 'day', 'published_at', 'nip', 'krs', 'pesel', 'subject_id', 'signature', 'name', 'title'])
    .where('source', '=', source)
    .where('published_at', '<=', publishedUpTo)
    .where('day', '>=', from)
    .where('day', '<=', to)
  if (after !== undefined) rows = rows.where(sql<boolean>`(day, id) > (${after.day}, ${after.id})`)
  return rows.orderBy('day').orderBy('id').limit(limit).execute()
}

function ofSource(db: Db, source: Source, { from, to, krs, nip, publishedUpTo, after, limit }: StreamQuery) {
  let rows = db
    .selectFrom('announcements')
    .select(['id', 'source', 'day', 'krs', 'nip', 'name', 'title', 'row'])
    .where('source', '=', source)
    .where('published_at', '<=', publishedUpTo)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  if (krs !== undefined) rows = rows.where('krs', '=', krs)
  if (nip !== undefined) rows = rows.where('nip', '=', nip)
  // Both engines take a row comparison for a range of an index that goes on with these columns.
  if (after !== undefined) rows = rows.where(sql<boolean>`(day, id) > (${after.day}, ${after.id})`)
  return rows.orderBy('day').orderBy('id').limit(limit)
}
