import { recordChange } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { PanelContext } from '@/lib/panel/context'
import { withMutex } from '@/lib/panel/mutex'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { endRunningJob } from './statements/bulk-tags'

/**
 * Runs chunks of one account one at a time, across all processes: each reads the result of the one before, so that two
 * changes never claim the same monitor.
 */
export function runExclusively<T>(
  { storage, account, now }: Pick<RunContext, 'storage' | 'account' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const busy = 'Another change of many monitors of this account is still running'
  return withMutex({ storage, now, name: `bulk-tags:${account.id}`, busy }, work)
}

/** Context of a run, from a request or from a job that acts for the user who started it. */
export type RunContext = Pick<PanelContext, 'storage' | 'now' | 'callService' | 'user' | 'requestId'> & {
  readonly account: Pick<PanelContext['account'], 'id'>
  readonly address: string | null
  /** True in the job: after a temporary error the chunk stays open and is retried. */
  readonly isRepeated?: boolean
}

const actions = { done: 'bulkTags.finish', cancelled: 'bulkTags.cancel' } as const

/** Ends a running job and records it in one transaction. Only the first call has an effect. */
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
