import { storeKey } from '@/lib/storage/engine/store-key'

export const { set: keepAuditKey, of: auditKeyOf } = storeKey(
  'audit-key',
  'The store was opened without the key of its audit log',
)
