import type { AuditDetails } from '@/lib/domain/audit/audit-words'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { endRunningJob } from '@/lib/storage/panel/bulk-tags/bulk-tags'

import { recordChange } from '../audit/audit'
import type { RunContext } from './run-context'

const actions = { done: 'bulkTags.finish', cancelled: 'bulkTags.cancel' } as const

/** Ends a running change of many monitors and enters it in the log, together or not at all; once, whoever comes first. */
export function endRun(
  context: Pick<RunContext, 'storage' | 'now' | 'account' | 'user' | 'requestId' | 'address'>,
  id: string,
  { state, after }: { state: keyof typeof actions; after: AuditDetails },
): Promise<void> {
  const { storage, account, now } = context
  return inAccounts(storage, [account.id], async (db) => {
    if (!(await endRunningJob(db, id, { state, finished_at: now.toISOString() }))) return
    await recordChange(db, context, { action: actions[state], target: id, after })
  })
}
