import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { endRunningJob } from '@/lib/storage/panel/bulk-tags/bulk-tags'

import { recordAuditIn, toAuditEvent } from '../audit/audit'
import type { RunContext } from './run-context'

const actions = { done: 'bulkTags.finish', cancelled: 'bulkTags.cancel' } as const

/** Ends a running change of many monitors and enters it in the log, together or not at all; once, whoever comes first. */
export function endRun(
  context: Pick<RunContext, 'storage' | 'now' | 'account' | 'user' | 'requestId' | 'address'>,
  id: string,
  { state, after }: { state: keyof typeof actions; after: AuditDetails },
): Promise<void> {
  const { storage, account, now } = context
  return storage.db.transaction().execute(async (db) => {
    await lockAccount(db, storage.engine, account.id)
    if (!(await endRunningJob(db, id, { state, finished_at: now.toISOString() }))) return
    const event = toAuditEvent(context, { action: actions[state], target: id, after })
    await recordAuditIn({ db, engine: storage.engine }, event)
  })
}
