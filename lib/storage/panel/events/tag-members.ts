import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK } from '../../engine/chunks'
import type { Db } from '../../storage'

type OfTag = { readonly accountId: string; readonly tag: string }

/** When the members of a tag were read last. */
export async function findTagReading(db: Db, { accountId, tag }: OfTag): Promise<string | undefined> {
  const row = await db
    .selectFrom('tag_readings')
    .select('read_at')
    .where('account_id', '=', accountId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  return row?.read_at
}

/** Within the caller's transaction: the members are those given and no others. A later reading is left alone. */
export async function replaceTagMembers(
  db: Db,
  { accountId, tag, readAt, monitorIds }: OfTag & { readAt: string; monitorIds: readonly string[] },
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
  await db.deleteFrom('tag_members').where('account_id', '=', accountId).where('tag', '=', tag).execute()
  for (const ids of chunksOf(monitorIds, INSERT_CHUNK)) {
    await db
      .insertInto('tag_members')
      .values(ids.map((id) => ({ account_id: accountId, tag, monitor_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
