import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { returnsRow } from '@/lib/storage/engine/outcome'
import { engineOf } from '@/lib/storage/engine/reader'
import type { Db } from '@/lib/storage/storage'

import type { MonitorTagTable } from '../tables'

const TAG_INSERT_CHUNK = 4_000

/** Tags of each monitor, sorted; a monitor without tags has an empty list. The ids must belong to the account. */
export async function findTagsOf(db: Db, monitorIds: readonly string[]): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>(monitorIds.map((id) => [id, []]))
  for (const ids of chunksOf(monitorIds, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('monitor_tags')
      .select(['monitor_id', 'tag'])
      .where('monitor_id', 'in', ids)
      .execute()
    for (const row of rows) tags.get(row.monitor_id)?.push(row.tag)
  }
  for (const list of tags.values()) list.sort(compareValues)
  return tags
}

/**
 * The account's monitors among the ids with their tags, unordered. Tags are joined into one row per monitor: for ten
 * thousand monitors with ten tags, reading one row per tag took most of the time of a bulk change.
 */
export async function findOwnTags(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; tags: string[] }[]> {
  // Tags contain no control characters, so a line break separates them.
  const joined =
    engineOf(db) === 'postgres'
      ? sql<string | null>`string_agg(tag, chr(10))`
      : sql<string | null>`group_concat(tag, char(10))`
  const ownMonitors: { id: string; tags: string[] }[] = []
  for (const chunk of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('monitors')
      .leftJoin('monitor_tags', 'monitor_tags.monitor_id', 'monitors.id')
      .select(['monitors.id', joined.as('tags')])
      .where('monitors.account_id', '=', accountId)
      .where('monitors.id', 'in', chunk)
      .groupBy('monitors.id')
      .execute()
    for (const { id, tags } of rows) ownMonitors.push({ id, tags: tags?.split('\n') ?? [] })
  }
  return ownMonitors
}

export async function insertTags(db: Db, rows: readonly MonitorTagTable[]): Promise<void> {
  for (const chunk of chunksOf(rows, TAG_INSERT_CHUNK)) await db.insertInto('monitor_tags').values(chunk).execute()
}

export async function deleteTags(db: Db, monitorIds: readonly string[], tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  for (const ids of chunksOf(monitorIds, LOOKUP_CHUNK)) {
    await db.deleteFrom('monitor_tags').where('monitor_id', 'in', ids).where('tag', 'in', tags).execute()
  }
}

/** Every tag of the account with its number of monitors. */
export async function countByTag(db: Db, accountId: string): Promise<{ tag: string; monitors: number }[]> {
  const rows = await ofAccount(db, 'monitor_tags', accountId)
    .select((eb) => ['tag', eb.fn.countAll<number>().as('monitors')])
    .groupBy('tag')
    .execute()
  return rows.sort((a, b) => compareValues(a.tag, b.tag))
}

export const isTagUsed = (db: Db, accountId: string, tag: string): Promise<boolean> =>
  ofAccount(db, 'monitor_tags', accountId).select('tag').where('tag', '=', tag).limit(1).$call(returnsRow)

export async function countTagged(db: Db, accountId: string): Promise<number> {
  const { count } = await ofAccount(db, 'monitor_tags', accountId)
    .select((eb) => eb.fn.count<number>('monitor_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
