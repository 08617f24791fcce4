import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

type TagKey = { readonly accountId: string; readonly tag: string }

export async function findTagReading(db: Db, { accountId, tag }: TagKey): Promise<string | undefined> {
  const row = await ofAccount(db, 'tag_readings', accountId).select('read_at').where('tag', '=', tag).executeTakeFirst()
  return row?.read_at
}

/**
 * Replaces the members of a tag within the caller's transaction, writing only differences. A later reading is not
 * overwritten.
 */
export async function replaceTagMembers(
  db: AccountTx,
  { accountId, tag, readAt, monitorIds }: TagKey & { readAt: string; monitorIds: readonly string[] },
): Promise<void> {
  const newest = await db
    .insertInto('tag_readings')
    .values({ account_id: accountId, tag, read_at: readAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'tag'])
        .doUpdateSet({ read_at: readAt })
        .where('tag_readings.read_at', '<', readAt),
    )
    .returning('tag')
    .executeTakeFirst()
  if (newest === undefined) return
  const storedIds = await listTagMembers(db, { accountId, tag })
  const currentIds = new Set(monitorIds)
  for (const ids of chunksOf(
    [...storedIds].filter((id) => !currentIds.has(id)),
    LOOKUP_CHUNK,
  )) {
    await db
      .deleteFrom('tag_members')
      .where('account_id', '=', accountId)
      .where('tag', '=', tag)
      .where('monitor_id', 'in', ids)
      .execute()
  }
  const addedIds = [...currentIds].filter((id) => !storedIds.has(id))
  const rows = addedIds.map((monitor_id) => ({ account_id: accountId, tag, monitor_id }))
  await insertAll(db, 'tag_members', rows, ['account_id', 'tag', 'monitor_id'])
}

async function listTagMembers(db: Db, { accountId, tag }: TagKey): Promise<ReadonlySet<string>> {
  const rows = await ofAccount(db, 'tag_members', accountId).select('monitor_id').where('tag', '=', tag).execute()
  return new Set(rows.map(({ monitor_id: id }) => id))
}
