import type { Insertable, Selectable } from 'kysely'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { ConsoleCallTable } from './tables'

type CallOwner = { readonly accountId: string; readonly userId: string }

const COLUMNS = [
  'id',
  'account_id',
  'user_id',
  'operation',
  'called_at',
  'status',
  'took_ms',
  'units',
  'request_id',
  'inputs',
  'is_partial',
] as const satisfies readonly (keyof ConsoleCallTable)[]

export const listConsoleCalls = (
  db: Db,
  { accountId, userId }: CallOwner,
  limit: number,
): Promise<Selectable<ConsoleCallTable>[]> =>
  ofAccount(db, 'console_calls', accountId)
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Adds a call and deletes all but the newest `maxCalls`. */
export async function addConsoleCall(
  db: AccountTx,
  call: Insertable<ConsoleCallTable>,
  maxCalls: number,
): Promise<void> {
  await db.insertInto('console_calls').values(call).execute()
  const scope = { accountId: call.account_id, userId: call.user_id }
  const oldest = await ofAccount(db, 'console_calls', scope.accountId)
    .select('id')
    .where('user_id', '=', scope.userId)
    .orderBy('id', 'desc')
    .offset(maxCalls)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db
    .deleteFrom('console_calls')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('id', '<=', oldest.id)
    .execute()
}

export async function clearConsoleCalls(db: AccountTx, { accountId, userId }: CallOwner): Promise<void> {
  await db.deleteFrom('console_calls').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
}
