import { type Insertable, type Selectable, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { INSERT_CHUNK } from '@/lib/storage/engine/chunks'
import { deleteInChunks } from '@/lib/storage/engine/delete-chunks'
import { contains } from '@/lib/storage/engine/like'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { CallTable } from '../tables'

/** The length of `request_ids` from which no more are added. */
const ENOUGH_IDS = 1000

/** Adds calls of one account and deletes all but its newest `maxRows`. Calls that equal a row are counted in it. */
export async function addCalls(
  db: Db,
  { accountId, rows, maxRows }: { accountId: string; rows: readonly Insertable<CallTable>[]; maxRows: number },
): Promise<void> {
  for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
    await db
      .insertInto('calls')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'fingerprint']).doUpdateSet({
          times: sql`calls.times + excluded.times`,
          last_at: sql`excluded.last_at`,
          request_ids: sql`case when length(calls.request_ids) < ${sql.lit(ENOUGH_IDS)}
            then calls.request_ids || excluded.request_ids else calls.request_ids end`,
        }),
      )
      .execute()
  }
  const oldest = await ofAccount(db, 'calls', accountId)
    .select('id')
    .orderBy('id', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db.deleteFrom('calls').where('account_id', '=', accountId).where('id', '<=', oldest.id).execute()
}

export type CallQuery = {
  readonly accountId: string
  readonly status?: number | undefined
  readonly key?: string | undefined
  /** One whole id. */
  readonly requestId?: string | undefined
  readonly since: string
  /** Only rows with a lower id. */
  readonly before?: number | undefined
  readonly limit: number
}

export type CallRow = Selectable<CallTable> & {
  readonly key_name: string | null
  /** Null for a key, and for a user who is not a member any more. */
  readonly user_email: string | null
}

/** Newest first. */
export const listCalls = (db: Db, query: CallQuery): Promise<CallRow[]> => {
  const { accountId, status, key, requestId, since, before, limit } = query
  return db
    .selectFrom('calls')
    .leftJoin('api_keys', 'api_keys.id', 'calls.key_id')
    .leftJoin('members', (join) =>
      join.onRef('members.account_id', '=', 'calls.account_id').onRef('members.user_id', '=', 'calls.user_id'),
    )
    .leftJoin('users', 'users.id', 'members.user_id')
    .selectAll('calls')
    .select(['api_keys.name as key_name', 'users.email as user_email'])
    .where('calls.account_id', '=', accountId)
    .where('calls.last_at', '>=', since)
    .$if(status !== undefined, (select) => select.where('calls.status', '=', status ?? 0))
    .$if(key !== undefined, (select) => select.where('calls.key_id', '=', key ?? ''))
    .$if(requestId !== undefined, (select) =>
      select.where((e) => contains(e.ref('calls.request_ids'), ` ${requestId ?? ''} `)),
    )
    .$if(before !== undefined, (select) => select.where('calls.id', '<', before ?? 0))
    .orderBy('calls.id', 'desc')
    .limit(limit)
    .execute()
}

export const deleteCallsBefore = (db: Db, before: string): Promise<number> =>
  deleteInChunks(db, 'calls', sql`last_at < ${before}`)
