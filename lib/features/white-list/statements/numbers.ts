import type { Insertable } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import type { Db } from '@/lib/storage/storage'

import type { WhiteListNumberTable, WhiteListRowTable } from '../tables'

export const insertWhiteListNumbers = (
  db: AccountTx,
  rows: readonly Insertable<WhiteListNumberTable>[],
): Promise<void> => insertAll(db, 'white_list_numbers', rows)

export const insertWhiteListRows = (db: AccountTx, rows: readonly WhiteListRowTable[]): Promise<void> =>
  insertAll(db, 'white_list_rows', rows)

export type QueriedNumber = Pick<WhiteListNumberTable, 'position' | 'kind' | 'value'>

/** In the order of the list. */
export const listNumbersIn = (
  db: Db,
  runId: string,
  { state, limit }: { readonly state: WhiteListNumberTable['state']; readonly limit: number },
): Promise<QueriedNumber[]> =>
  db
    .selectFrom('white_list_numbers')
    .select(['position', 'kind', 'value'])
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .orderBy('position')
    .limit(limit)
    .execute()

type NumberChange = Partial<Omit<WhiteListNumberTable, 'run_id' | 'account_id' | 'position'>>

export async function updateNumbers(
  db: AccountTx,
  { runId, positions }: { readonly runId: string; readonly positions: readonly number[] },
  change: NumberChange,
): Promise<void> {
  for (const part of chunksOf(positions, LOOKUP_CHUNK)) {
    await db
      .updateTable('white_list_numbers')
      .set(change)
      .where('run_id', '=', runId)
      .where('position', 'in', part)
      .execute()
  }
}

/** Changes the state of all numbers that are in one of the given states. */
export async function moveNumbers(
  db: AccountTx,
  runId: string,
  { from, to }: { readonly from: readonly WhiteListNumberTable['state'][]; readonly to: NumberChange },
): Promise<void> {
  await db.updateTable('white_list_numbers').set(to).where('run_id', '=', runId).where('state', 'in', from).execute()
}

/** Rows with an account that belong to these numbers. */
export const listRowsWithAccount = (
  db: Db,
  runId: string,
  numbers: readonly number[],
): Promise<{ position: number; number: number; account: string | null }[]> =>
  db
    .selectFrom('white_list_rows')
    .select(['position', 'number', 'account'])
    .where('run_id', '=', runId)
    .where('number', 'in', numbers)
    .where('account', 'is not', null)
    .execute()

export async function setVerdicts(
  db: AccountTx,
  { runId, positions }: { readonly runId: string; readonly positions: readonly number[] },
  verdict: WhiteListRowTable['verdict'],
): Promise<void> {
  for (const part of chunksOf(positions, LOOKUP_CHUNK)) {
    await db
      .updateTable('white_list_rows')
      .set({ verdict })
      .where('run_id', '=', runId)
      .where('position', 'in', part)
      .execute()
  }
}
