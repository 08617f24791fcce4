import { chunksOf } from '@/lib/domain/collections/chunks'
import { reportedSources } from '@/lib/domain/events/sources'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import { type AnnouncementPlace, isFurther } from '../../monitors/statements/announcement-streams'
import type { AnnouncementTable } from '../../monitors/tables'

/** An item by which a report selects; kinds are those of a filter's lists. */
export type SelectionItem = { kind: string; value: string }

export const itemsOfFilters = async (db: Db, accountId: string, ids: readonly string[]): Promise<SelectionItem[]> => {
  const items: SelectionItem[] = []
  for (const chunk of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = await ofAccount(db, 'filter_items', accountId)
      .select(['kind', 'value'])
      .where('filter_id', 'in', chunk)
      .execute()
    items.push(...rows)
  }
  return items
}

/** What the account's monitors with a tag watch: an identifier or a filter each. */
export const monitorsTagged = (db: Db, accountId: string, tag: string) =>
  db
    .selectFrom('monitor_tags')
    .innerJoin('monitors', 'monitors.id', 'monitor_tags.monitor_id')
    .select(['monitors.identifier_type', 'monitors.identifier_value', 'monitors.filter_id'])
    .where('monitor_tags.account_id', '=', accountId)
    .where('monitor_tags.tag', '=', tag)
    .execute()

export type StoredReportRow = Omit<AnnouncementTable, 'published_at'> & AnnouncementPlace
type Source = AnnouncementTable['source']

/** Rows are about a kilobyte each; larger pages use more memory without being faster. */
const PAGE = 100

/** Undefined if the source has no announcement. */
export async function firstDayOf(db: Db, source: Source): Promise<string | undefined> {
  const first = await db
    .selectFrom('announcements')
    .select('day')
    .where('source', '=', source)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return first?.day
}

/**
 * Announcements of a source in a range of days (both inclusive), by day, for KRS by entry, and by id, read in pages. A
 * page is emptied when the next one is requested.
 */
export async function* listReportRows(
  db: Db,
  range: { source: Source; from: string; to: string },
): AsyncGenerator<StoredReportRow[]> {
  // The only lower bound: with a second one on the day, SQLite would scan each page from the beginning of its day.
  let after: AnnouncementPlace = { day: range.from, place: -1, id: '' }
  for (;;) {
    const page = await db
      .selectFrom('announcements')
      .select([
        'id',
        'source',
        'day',
        'place',
        'nip',
        'krs',
        'pesel',
        'subject_id',
        'signature',
        'name',
        'title',
        'row',
      ])
      .where('source', '=', range.source)
      .where('day', '<=', range.to)
      .where(isFurther(after))
      .orderBy('day')
      .orderBy('place')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = page.at(-1)
    if (!last) return
    const isLast = page.length < PAGE
    yield page
    if (isLast) return
    after = { day: last.day, place: last.place, id: last.id }
    // The connection keeps a reference to the result, so its rows (up to a hundred megabytes) would stay alive until a
    // full garbage collection.
    page.length = 0
  }
}

/** Number of announcements by source and day; days without any are absent. */
export const countByDay = (db: Db, days: readonly string[]) =>
  db
    .selectFrom('announcements')
    .select((row) => ['source', 'day', row.fn.countAll<number>().as('rows')])
    .where('day', 'in', days)
    .where('source', 'in', reportedSources)
    .groupBy(['source', 'day'])
    .execute()
