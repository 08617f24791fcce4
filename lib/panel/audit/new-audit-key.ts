import { listAccountRows } from '@/lib/storage/accounts/accounts'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { putMeta } from '@/lib/storage/meta'
import { findChain, putChain } from '@/lib/storage/panel/audit/audit-chains'
import { keepAuditKey } from '@/lib/storage/panel/audit/audit-key'
import type { Storage } from '@/lib/storage/storage'

import { recordAuditIn } from './audit'
import { keyCheck, sealOf } from './audit-hashes'
import { AUDIT_KEY_CHECK } from './use-audit-key'
import { beginNewEvidenceKey } from './use-evidence-key'

/**
 * Begins every log anew under another key, because the one before is lost. Entries of before can no longer be recomputed; where
 * they end is kept, and an entry says so. Hashes of personal numbers begin anew with it. One transaction.
 */
export async function beginNewAuditKey({ db, engine }: Storage, key: string, now: Date) {
  keepAuditKey(db, key)
  return db.transaction().execute(async (on) => {
    await putMeta(on, AUDIT_KEY_CHECK, keyCheck(key))
    await beginNewEvidenceKey(on, key)
    const began: { slug: string; keyedFrom: number }[] = []
    for (const { id: accountId, slug } of await listAccountRows(on)) {
      await lockAccount(on, engine, accountId)
      const chain = await findChain(on, accountId)
      if (!chain) continue
      const keyed_from = chain.entries + 1
      const next = { ...chain, keyed_from, base_head: chain.head }
      await putChain(on, { ...next, seal: sealOf(key, next) })
      const after = { keyed_from, head: chain.head }
      await recordAuditIn({ db: on, engine }, { accountId, actor: 'cli', action: 'audit.newKey', after, now })
      began.push({ slug, keyedFrom: keyed_from })
    }
    return began
  })
}
