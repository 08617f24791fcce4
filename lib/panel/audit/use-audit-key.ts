import { claimMeta, findMeta } from '@/lib/storage/meta'
import { keepAuditKey } from '@/lib/storage/panel/audit/audit-key'
import type { Storage } from '@/lib/storage/storage'

import { fits, keyCheck } from './audit-hashes'
import { useEvidenceKey } from './use-evidence-key'

/** Of the store's facts: what tells one key from another. */
export const AUDIT_KEY_CHECK = 'audit_key_check'

/** The key is not the one that the log was begun with; the message is one line. */
export class WrongAuditKey extends Error {
  override readonly name = 'WrongAuditKey'
}

/** Gives an opened store the key of its audit log, and what is sealed under it. Entries under another key would look forged ever after, so it is refused. */
export async function useAuditKey(storage: Storage, key: string): Promise<void> {
  const { db } = storage
  const check = keyCheck(key)
  await claimMeta(db, AUDIT_KEY_CHECK, check)
  if (!fits((await findMeta(db, AUDIT_KEY_CHECK)) ?? '', check)) {
    throw new WrongAuditKey(
      'AUDIT_KEY, or audit-key in DATA_DIR, is not the key of this audit log; give the right one, or, where it is lost, run `admin -- audit new-key`',
    )
  }
  keepAuditKey(db, key)
  await useEvidenceKey(storage, key)
}
