import { listAccountRows } from '@/lib/service/accounts/statements/accounts'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { claimMeta, findMeta, putMeta } from '@/lib/storage/meta'
import type { Storage, Db } from '@/lib/storage/storage'

import { recordAudit } from './audit'
import { hashesMatch, keyCheck, sealOf } from './audit-hashes'
import { findChain, putChain } from './statements/audit'
import { keepAuditKey } from './statements/audit-key'
import { useEvidenceKey, beginNewEvidenceKey } from './use-evidence-key'

export const AUDIT_KEY_CHECK = 'audit_key_check'

/** The key is not the one that the log was started with; the message fits on one line. */
export class WrongAuditKey extends Error {
  override readonly name = 'WrongAuditKey'
}

/**
 * Provides the audit key to an opened store, together with the key that is sealed with it. A wrong key is refused,
 * because its entries would look forged from then on.
 */
export async function useAuditKey(storage: Storage, key: string): Promise<void> {
  const { db } = storage
  const check = keyCheck(key)
  await claimMeta(db, AUDIT_KEY_CHECK, check)
  if (!hashesMatch((await findMeta(db, AUDIT_KEY_CHECK)) ?? '', check)) {
    throw new WrongAuditKey(
      'AUDIT_KEY, or audit-key in DATA_DIR, is not the key of this audit log; give the right one, or, if it is lost, run `admin -- audit new-key`',
    )
  }
  keepAuditKey(db, key)
  await useEvidenceKey(storage, key)
}

/**
 * Starts a new part of every log after its key was lost. Earlier entries can no longer be recomputed, but their end is
 * stored and recorded in an entry. Hashes of personal numbers start with a new key as well. Everything runs in one
 * transaction.
 */
export async function beginNewAuditKey({ db }: Pick<Storage, 'db'>, key: string, now: Date) {
  keepAuditKey(db, key)
  const accountsIn = async (connection: Db) => (await listAccountRows(connection)).map(({ id }) => id)
  return inAccounts({ db }, accountsIn, async (tx) => {
    await putMeta(tx, AUDIT_KEY_CHECK, keyCheck(key))
    await beginNewEvidenceKey(tx, key)
    const newParts: { slug: string; keyedFrom: number }[] = []
    for (const { id: accountId, slug } of await listAccountRows(tx)) {
      const chain = await findChain(tx, accountId)
      if (!chain) continue
      const keyed_from = chain.entries + 1
      const next = { ...chain, keyed_from, base_head: chain.head }
      await putChain(tx, { ...next, seal: sealOf(key, next) })
      const after = { keyed_from, head: chain.head }
      await recordAudit(tx, { accountId, actor: 'cli', action: 'audit.newKey', after, now })
      newParts.push({ slug, keyedFrom: keyed_from })
    }
    return newParts
  })
}
