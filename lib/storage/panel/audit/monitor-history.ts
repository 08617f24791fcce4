import type { Db } from '../../storage'
import type { AuditEntryTable } from './tables'

/** What was done to one monitor, by the audit log, newest first. */
export const listMonitorEntries = (
  db: Db,
  of: { accountId: string; monitorId: string; limit: number },
): Promise<AuditEntryTable[]> =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('target', '=', of.monitorId)
    .orderBy('number', 'desc')
    .limit(of.limit)
    .execute()
