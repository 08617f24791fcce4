import type { Insertable, Selectable } from 'kysely'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertAll } from '@/lib/storage/engine/insert-all'
import type { Db } from '@/lib/storage/storage'

import type { TagChangeTable } from '../tables'

export async function insertTagChange(
  db: AccountTx,
  change: Insertable<TagChangeTable>,
  monitorIds: readonly string[],
): Promise<void> {
  const { id } = await db.insertInto('tag_changes').values(change).returning('id').executeTakeFirstOrThrow()
  const rows = monitorIds.map((monitor_id) => ({ monitor_id, change_id: id }))
  await insertAll(db, 'tag_change_monitors', rows)
}

export const listTagChanges = (
  db: Db,
  query: { accountId: string; monitorId: string; limit: number },
): Promise<Selectable<TagChangeTable>[]> =>
  db
    .selectFrom('tag_change_monitors as m')
    .innerJoin('tag_changes as c', 'c.id', 'm.change_id')
    .selectAll('c')
    .where('m.monitor_id', '=', query.monitorId)
    .where('c.account_id', '=', query.accountId)
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(query.limit)
    .execute()
