import { storeKey } from '@/lib/storage/engine/store-key'

/** The key of the audit log of an opened store. */
export const { keep: keepAuditKey, of: auditKeyOf } = storeKey(
  'audit-key',
  'The store was opened without the key of its audit log',
)
