import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { instantAfter } from '@/lib/domain/back-off'
import { HttpError } from '@/lib/http/errors'
import { claimJob, releaseJobs } from '@/lib/storage/engine/job-locks'
import { whileRenewing } from '@/lib/storage/engine/lease'

import { clockFrom } from './clock-from'
import type { PanelContext } from './context'

/** Work of a dead process blocks others for this long at most; running work renews its lease. */
const LEASE_MS = 120_000
const PATIENCE_MS = 20_000
const POLL_MS = 25

type MutexOptions = Pick<PanelContext, 'storage' | 'now'> & {
  /** Only one work of a name runs at a time. */
  readonly name: string
  /** Error message when the wait would be too long. */
  readonly busy: string
  readonly busyCode?: 'unavailable' | 'asked_already'
  /** For tests, which use short leases. */
  readonly leaseMs?: number
}

/** Runs work of one name one after another across all processes, so that each sees the results of the one before. */
export async function withMutex<T>(options: MutexOptions, work: () => Promise<T>): Promise<T> {
  const { busy, busyCode = 'unavailable', now } = options
  const outcome = await tryWithMutex({ ...options, waitMs: PATIENCE_MS, since: now }, work)
  if (!outcome) throw new HttpError(busyCode, busy)
  return outcome.result
}

type TryMutexOptions = Pick<MutexOptions, 'storage' | 'name' | 'leaseMs'> & {
  readonly waitMs: number
  readonly since: Date
}

/** Like `withMutex` for optional work: returns undefined when it would have to wait longer than `waitMs`. */
export async function tryWithMutex<T>(
  options: TryMutexOptions,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const { storage, name, waitMs, since, leaseMs = LEASE_MS } = options
  // Not the request's id, which a caller may choose and several calls may share.
  const holder = randomUUID()
  const startedAt = Date.now()
  const clock = clockFrom(since)
  const claim = () => {
    const now = clock()
    return claimJob(storage.db, { name, holder, now: now.toISOString(), until: instantAfter(now, leaseMs) })
  }
  while (!(await claim())) {
    if (Date.now() - startedAt >= waitMs) return undefined
    await pause(POLL_MS)
  }
  try {
    // A paid call may take longer, and no other process may make the same call at the same time.
    return { result: await whileRenewing(claim, leaseMs / 4, work) }
  } finally {
    await releaseJobs(storage.db, holder)
  }
}
