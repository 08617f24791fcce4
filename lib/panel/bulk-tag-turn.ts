import { setTimeout } from 'node:timers/promises'

import { claimJob, releaseJobs } from '@/lib/storage/job-locks'

import type { PanelContext } from './context'
import { PanelRefusal } from './refusal'

/** Longer than the calls of one chunk may take; a process that died in one holds the others up for as long. */
const HELD_MS = 120_000
const PATIENCE_MS = 20_000
const POLL_MS = 25

/**
 * Chunks of one account run one after another, whoever runs them and in whichever process: each reads what the one before
 * has left, so that two changes at once never count the same monitor as theirs.
 */
export async function inTurn<T>(
  { storage, account, now, requestId }: PanelContext,
  work: () => Promise<T>,
): Promise<T> {
  const name = `bulk-tags:${account.id}`
  const startedAt = Date.now()
  for (;;) {
    const at = new Date(now.getTime() + Date.now() - startedAt)
    const until = new Date(at.getTime() + HELD_MS).toISOString()
    if (await claimJob(storage.db, { name, holder: requestId, now: at.toISOString(), until })) break
    if (Date.now() - startedAt > PATIENCE_MS) {
      throw new PanelRefusal('unavailable', 'Another change of tags of this account is still running')
    }
    await setTimeout(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await releaseJobs(storage.db, requestId)
  }
}
