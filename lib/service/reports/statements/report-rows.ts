import { chunksOf } from '@/lib/domain/collections/chunks'
import { reportedSources } from '@/lib/domain/events/sources'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import { type AnnouncementPlace, isFurther } from '../../monitors/statements/announcement-streams'
import type { AnnouncementTable } from '../../monitors/tables'

/** One thing a report is about; kinds are those of a filter's lists. */
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

/** Of about a kilobyte each: larger pages grow the process rather than the pace. */
const PAGE = 100

/** Undefined when the source has no announcement. */
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
 * Announcements of a source over days (both included), by day, of KRS by entry within it, and by id; read in pages, never all at once. A page is emptied when
 * the next one is asked for.
 */
export async function* listReportRows(
  db: Db,
  range: { source: Source; from: string; to: string },
): AsyncGenerator<StoredReportRow[]> {
  // The one lower bound: beside another on the day, SQLite would look for the page from the beginning of its day.
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
    // What is left of a query on its connection would keep its rows alive until a full collection, a hundred megabytes of them.
    page.length = 0
  }
}

/** How many announcements each source has on each of the days; days without any are absent. */
export const countByDay = (db: Db, days: readonly string[]) =>
  db
    .selectFrom('announcements')
    .select((row) => ['source', 'day', row.fn.countAll<number>().as('rows')])
    .where('day', 'in', days)
    .where('source', 'in', reportedSources)
    .groupBy(['source', 'day'])
    .execute()
