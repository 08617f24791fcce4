import { sql } from 'kysely'

import type { Db } from '@/lib/storage/storage'

import type { AnnouncementTable } from '../tables'

type Source = AnnouncementTable['source']

/** The position of an announcement within its source: by day, for KRS by entry number within the day, then by id. */
export type AnnouncementPlace = Pick<AnnouncementTable, 'day' | 'id'> & { readonly place: number }

/** Restricts a stream to the announcements that existed when it began. */
export type StreamWindow = {
  /** Numbers of announcements; the lower bound is exclusive. */
  readonly above?: number | undefined
  readonly upTo?: number | undefined
  /** Instants, exclusive: for streams that began before announcements had numbers. */
  readonly publishedAfter?: string | undefined
  readonly publishedUpTo?: string | undefined
}
export type StreamRange = {
  readonly window: StreamWindow
  readonly after: AnnouncementPlace | undefined
  /** For a stream that began when days were read by id: the last row that it has returned. */
  readonly read?: Pick<AnnouncementTable, 'day' | 'id'> | undefined
  readonly limit: number
}

type StreamQuery = StreamRange & {
  readonly sources: readonly Source[]
  /** Days, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly krs?: string | undefined
  readonly nip?: string | undefined
}
export type StreamedRow = Pick<AnnouncementTable, 'source' | 'krs' | 'nip' | 'name' | 'title' | 'row'> &
  AnnouncementPlace

/** The number of the latest stored announcements. All announcements up to it are visible. */
export async function lastAnnouncementNumber(db: Db): Promise<number> {
  const { value } = await db
    .selectFrom('sequences')
    .select('value')
    .where('name', '=', 'announcements')
    .executeTakeFirstOrThrow()
  return value
}

/** The next announcements after a position. Each source is one index range, read only as far as needed. */
export async function listNextAnnouncements(db: Db, query: StreamQuery): Promise<StreamedRow[]> {
  const [first, ...others] = query.sources
  if (first === undefined) return []
  const rowsOf = (source: Source) => db.selectFrom(selectFromSource(db, source, query).as('part')).selectAll()
  const parts = others.reduce((union, source) => union.unionAll(rowsOf(source)), rowsOf(first))
  return db
    .selectFrom(parts.as('next'))
    .selectAll()
    .orderBy('day')
    .orderBy('place')
    .orderBy('id')
    .limit(query.limit)
    .execute()
}

type KeyedQuery = Pick<StreamRange, 'after' | 'limit'> & {
  readonly source: Source
  readonly from: string
  readonly to: string
  readonly publishedUpTo: string
}
export type KeyedAnnouncement = Omit<AnnouncementTable, 'row'> & AnnouncementPlace

/** Lists announcements of one source without their rows, but with every key that they are matched by. */
export async function listNextKeyed(db: Db, query: KeyedQuery): Promise<KeyedAnnouncement[]> {
  const { source, from, to, publishedUpTo, after, limit } = query
  let rows = db
    .selectFrom('announcements')
    .select(['id', 'source', 'day', 'place', 'published_at', 'nip', 'krs', 'pesel', 'subject_id', 'signature'])
    .select(['name', 'title'])
    .where('source', '=', source)
    .where('published_at', '<=', publishedUpTo)
    .where('day', '>=', from)
    .where('day', '<=', to)
  if (after !== undefined) rows = rows.where(isFurther(after))
  return rows.orderBy('day').orderBy('place').orderBy('id').limit(limit).execute()
}

/** Both engines use a row comparison as the range of an index that continues with these columns. */
export const isFurther = ({ day, place, id }: AnnouncementPlace) =>
  sql<boolean>`(day, place, id) > (${day}, ${place}, ${id})`

function selectFromSource(db: Db, source: Source, query: StreamQuery) {
  const { from, to, krs, nip, after, read, limit } = query
  let rows = withinWindow(db, source, query.window)
  if (from !== undefined) rows = rows.where('day', '>=', from)
  if (to !== undefined) rows = rows.where('day', '<=', to)
  if (krs !== undefined) rows = rows.where('krs', '=', krs)
  if (nip !== undefined) rows = rows.where('nip', '=', nip)
  if (after !== undefined) rows = rows.where(isFurther(after))
  if (read !== undefined) rows = rows.where(sql<boolean>`(day, id) > (${read.day}, ${read.id})`)
  return rows.orderBy('day').orderBy('place').orderBy('id').limit(limit)
}

function withinWindow(db: Db, source: Source, { above, upTo, publishedAfter, publishedUpTo }: StreamWindow) {
  let rows = db
    .selectFrom('announcements')
    .select(['id', 'source', 'day', 'place', 'krs', 'nip', 'name', 'title', 'row'])
    .where('source', '=', source)
  if (above !== undefined) rows = rows.where('number', '>', above)
  // The addition keeps engines from using the index of numbers instead of positions: nearly all rows match this bound.
  if (upTo !== undefined) rows = rows.where(sql<boolean>`number + 0 <= ${upTo}`)
  if (publishedAfter !== undefined) rows = rows.where('published_at', '>', publishedAfter)
  if (publishedUpTo !== undefined) rows = rows.where('published_at', '<=', publishedUpTo)
  return rows
}
