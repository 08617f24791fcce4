import { chunksOf } from '@/lib/domain/collections/chunks'
import type { EventKind } from '@/lib/domain/events/event-kinds'
import type { PanelEventTable } from '@/lib/features/events/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { RuleCursorTable } from '../tables'

type CursorKey = Pick<RuleCursorTable, 'account_id' | 'kind'>

/** Creates the cursor if it does not exist. */
export async function openRuleCursor(db: AccountTx, cursor: RuleCursorTable): Promise<void> {
  await insertNew(db, 'rule_cursors', cursor, ['account_id', 'kind'])
}

export const findRuleCursor = (db: Db, { account_id, kind }: CursorKey): Promise<RuleCursorTable | undefined> =>
  ofAccount(db, 'rule_cursors', account_id).selectAll().where('kind', '=', kind).executeTakeFirst()

/** Locks the cursor until the end of the transaction, creating it at 0 if necessary. */
export async function lockRuleCursor(db: AccountTx, key: CursorKey): Promise<RuleCursorTable> {
  await openRuleCursor(db, { ...key, position: 0, mark: '' })
  const row = ofAccount(db, 'rule_cursors', key.account_id).selectAll().where('kind', '=', key.kind)
  return row.forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function moveRuleCursor(db: AccountTx, { account_id, kind, ...to }: RuleCursorTable): Promise<void> {
  await db.updateTable('rule_cursors').set(to).where('account_id', '=', account_id).where('kind', '=', kind).execute()
}

type EventPage = { readonly accountId: string; readonly after: number; readonly limit: number }

/** Events of the copy, ascending. */
export const listEventsAfter = (db: Db, { accountId, after, limit }: EventPage): Promise<PanelEventTable[]> =>
  ofAccount(db, 'panel_events', accountId).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

/** Number of the last event before an instant; 0 if there is none. */
export async function lastEventBefore(db: Db, accountId: string, instant: string): Promise<number> {
  const row = await ofAccount(db, 'panel_events', accountId)
    .select((e) => e.fn.min('id').as('id'))
    .where('created_at', '>=', instant)
    .executeTakeFirst()
  return row?.id === null || row?.id === undefined ? Number.MAX_SAFE_INTEGER : row.id - 1
}

export async function oldestEventAt(db: Db, accountId: string): Promise<string | undefined> {
  const row = await ofAccount(db, 'panel_events', accountId)
    .select((e) => e.fn.min('created_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}

type LeadQuery = {
  readonly accountId: string
  readonly source: string
  readonly kind?: EventKind
  readonly day: string
  /** Only events with a higher number. */
  readonly after?: number
}

/** Events of a source, and of one kind if given, since a Warsaw day, ascending. */
export const listLeadsSince = (
  db: Db,
  { accountId, source, kind, day, after }: LeadQuery,
): Promise<PanelEventTable[]> =>
  ofAccount(db, 'panel_events', accountId)
    .selectAll()
    .where('source', '=', source)
    .where('day', '>=', day)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id')
    .execute()

export type TagQuery = {
  readonly accountId: string
  readonly tags: readonly string[]
  readonly monitorIds?: readonly string[]
  /** True if the service is part of this installation, whose own tables give the current tags. */
  readonly isEmbedded: boolean
}

/**
 * Which monitors carry which of the tags, as last read for a remote service; optionally limited to the monitors of a
 * page.
 */
export async function listTagged(
  db: Db,
  { accountId, tags, monitorIds, isEmbedded }: TagQuery,
): Promise<TaggedMonitor[]> {
  if (tags.length === 0 || monitorIds?.length === 0) return []
  const rows = () =>
    db
      .selectFrom(isEmbedded ? 'monitor_tags' : 'tag_members')
      .select(['tag', 'monitor_id'])
      .where('account_id', '=', accountId)
      .where('tag', 'in', [...tags])
  if (monitorIds === undefined) return rows().execute()
  const tagged: TaggedMonitor[] = []
  for (const ids of chunksOf(monitorIds, LOOKUP_CHUNK)) {
    tagged.push(...(await rows().where('monitor_id', 'in', ids).execute()))
  }
  return tagged
}

type TaggedMonitor = { tag: string; monitor_id: string }
