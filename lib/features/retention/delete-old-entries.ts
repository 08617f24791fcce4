import { recordAudit } from '@/lib/features/audit/audit'
import { readChain, writeChain } from '@/lib/features/audit/audit-chain'
import { deleteEntriesUpTo, lastOldEntry } from '@/lib/features/audit/statements/audit'
import { verifyAudit } from '@/lib/features/audit/verify-audit'
import { inAccounts, type AccountTx } from '@/lib/storage/engine/account-lock'
import type { Storage } from '@/lib/storage/storage'

import { writeRetainedPeriod } from './statements/periods'

type DeleteInput = { readonly accountId: string; readonly before: string; readonly now: Date }

/**
 * Deletes the oldest entries of an audit log that exceed the account's retention period. The hash of the last deleted
 * one stays, sealed, so that the rest can still be verified; an entry records which were deleted. Returns false and
 * deletes nothing if the log fails verification, because the log is evidence of the manipulation.
 */
export async function deleteOldEntries(storage: Storage, { accountId, before, now }: DeleteInput): Promise<boolean> {
  if (!(await lastOldEntry(storage.db, accountId, before))) return true
  if ((await verifyAudit(storage, accountId)).problem !== null) return false
  await inAccounts(storage, [accountId], async (db) => {
    const last = await lastOldEntry(db, accountId, before)
    const { chain, state } = await readChain(db, accountId)
    if (!last || state === 'broken') return
    const kept_from = last.number + 1
    await writeChain(db, { chain: { ...chain, kept_from, kept_head: last.hash }, state })
    await deleteEntriesUpTo(db, accountId, last.number)
    await writeRetainedPeriod(db, accountId, { audit_from: before })
    const after = { kept_from, head: last.hash }
    await recordAudit(db, { accountId, actor: 'panel', action: 'audit.retention', after, now })
  })
  return true
}

/** Allows the deletion of a log's entries, because its account is deleted. */
export async function openLogForDeletion(db: AccountTx, accountId: string): Promise<void> {
  const { chain, state } = await readChain(db, accountId)
  if (chain.entries === 0) return
  await writeChain(db, { chain: { ...chain, kept_from: chain.entries + 1, kept_head: chain.head }, state })
}
