import { recordChange } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { PanelContext } from '@/lib/panel/context'
import { takeTurn } from '@/lib/panel/turns'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { endRunningJob } from './statements/bulk-tags'

/**
 * Chunks of one account run one after another, whoever runs them and in whichever process: each reads what the one before
 * has left, so that two changes at once never count the same monitor as theirs.
 */
export function inTurn<T>(
  { storage, account, now }: Pick<RunContext, 'storage' | 'account' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const busy = 'Another change of many monitors of this account is still running'
  return takeTurn({ storage, now, name: `bulk-tags:${account.id}`, busy }, work)
}

/** What a run of many monitors works with: in a call, or without one, in the name of who began it. */
export type RunContext = Pick<PanelContext, 'storage' | 'now' | 'ask' | 'user' | 'requestId'> & {
  readonly account: Pick<PanelContext['account'], 'id'>
  readonly address: string | null
  /** What could not be done for now stays open for the next turn. */
  readonly isRepeated?: boolean
}

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
