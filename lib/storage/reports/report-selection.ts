import { chunksOf } from '@/lib/domain/collections/chunks'

import { LOOKUP_CHUNK } from '../engine/chunks'
import type { Db } from '../storage'

/** One thing a report is about; kinds are those of a filter's lists. */
export type SelectionItem = { kind: string; value: string }

export const itemsOfFilters = async (db: Db, accountId: string, ids: readonly string[]): Promise<SelectionItem[]> => {
  const items: SelectionItem[] = []
  for (const chunk of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('filter_items')
      .select(['kind', 'value'])
      .where('account_id', '=', accountId)
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
