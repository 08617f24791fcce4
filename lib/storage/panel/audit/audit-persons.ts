import { chunksOf } from '@/lib/domain/collections/chunks'

import type { AccountTx } from '../../engine/account-lock'
import type { Db } from '../../storage'
import type { AuditEntryTable } from './tables'

/** Rows of one statement: well below what either engine binds at most. */
const CHUNK = 500

type Of = { readonly accountId: string; readonly number: number }

export async function insertAuditPersons(
  db: AccountTx,
  { accountId, number }: Of,
  hashes: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(hashes, CHUNK)) {
    const rows = chunk.map((hash) => ({ account_id: accountId, number, hash }))
    await db.insertInto('audit_persons').values(rows).execute()
  }
}

/** Entries about the person of a hash, oldest first: those that have it in their text, and those whose list holds it. */
export const listEntriesOfPerson = (db: Db, accountId: string, hash: string): Promise<AuditEntryTable[]> =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((e) =>
      e.or([
        e('after', 'like', `%#${hash}%`),
        e('before', 'like', `%#${hash}%`),
        e(
          'number',
          'in',
          e.selectFrom('audit_persons').select('number').where('account_id', '=', accountId).where('hash', '=', hash),
        ),
      ]),
    )
    .orderBy('number')
    .execute()
