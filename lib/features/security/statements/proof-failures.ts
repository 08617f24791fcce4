import { insertNew } from '@/lib/storage/engine/insert-new'
import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ProofFailureTable } from '../tables'

type FailureKey = Pick<ProofFailureTable, 'user_id' | 'kind'>
type Lock = { readonly now: string; readonly until: string; readonly after: number }

/**
 * Counts a guess as wrong before it is verified, so that parallel requests gain nothing; the guess that reaches the
 * limit locks. Returns true if the guess may be verified.
 */
export async function countProofFailure(db: Db, key: FailureKey, { now, until, after }: Lock): Promise<boolean> {
  await insertNew(db, 'proof_failures', { ...key, failures: 0, locked_until: null }, ['user_id', 'kind'])
  return db
    .updateTable('proof_failures')
    .set((e) => ({
      // The count restarts after a lock.
      failures: e
        .case()
        .when('failures', '>=', after)
        .then(1)
        .else(e('failures', '+', 1))
        .end(),
      locked_until: e
        .case()
        .when('failures', '=', after - 1)
        .then(until)
        .else(null)
        .end(),
    }))
    .where('user_id', '=', key.user_id)
    .where('kind', '=', key.kind)
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<=', now)]))
    .$call(wroteRow)
}

export const findProofFailures = (db: Db, { user_id, kind }: FailureKey) =>
  db.selectFrom('proof_failures').selectAll().where('user_id', '=', user_id).where('kind', '=', kind).executeTakeFirst()

export async function clearProofFailures(db: Db, { user_id, kind }: FailureKey): Promise<void> {
  await db.deleteFrom('proof_failures').where('user_id', '=', user_id).where('kind', '=', kind).execute()
}
