import type { Insertable, Selectable } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import type { AccountTx } from '../../engine/account-lock'
import { INSERT_CHUNK } from '../../engine/chunks'
import type { Db } from '../../storage'
import type { TagChangeTable } from './tables'

/** Within the caller's transaction. */
export async function insertTagChange(
  db: AccountTx,
  change: Insertable<TagChangeTable>,
  monitorIds: readonly string[],
): Promise<void> {
  const { id } = await db.insertInto('tag_changes').values(change).returning('id').executeTakeFirstOrThrow()
  for (const ids of chunksOf(monitorIds, INSERT_CHUNK)) {
    const rows = ids.map((monitor_id) => ({ monitor_id, change_id: id }))
    await db.insertInto('tag_change_monitors').values(rows).execute()
  }
}

/** What changes of many monitors did to this one, newest first. */
export const listTagChanges = (
  db: Db,
  of: { accountId: string; monitorId: string; limit: number },
): Promise<Selectable<TagChangeTable>[]> =>
  db
    .selectFrom('tag_change_monitors as m')
    .innerJoin('tag_changes as c', 'c.id', 'm.change_id')
    .selectAll('c')
    .where('m.monitor_id', '=', of.monitorId)
    .where('c.account_id', '=', of.accountId)
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(of.limit)
    .execute()
