import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { HttpError } from '@/lib/http/errors'
import { claimJob, releaseJobs } from '@/lib/storage/engine/job-locks'

import type { PanelContext } from './context'

/** Longer than one piece of work may take; a process that died in one holds the others up for as long. */
const HELD_MS = 120_000
const PATIENCE_MS = 20_000
const POLL_MS = 25

type Turn = Pick<PanelContext, 'storage' | 'now'> & {
  /** Work of one name takes turns. */
  readonly name: string
  /** Why it is refused when it would have to wait too long. */
  readonly busy: string
  readonly busyCode?: 'unavailable' | 'asked_already'
}

/** Work of one name runs one after another, whoever runs it and in whichever process: each finds what the one before has left. */
export async function takeTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const { storage, now, name, busy, busyCode = 'unavailable' } = turn
  // Not the request's id, which a caller may choose and several calls may have.
  const holder = randomUUID()
  const startedAt = Date.now()
  for (;;) {
    const at = new Date(now.getTime() + Date.now() - startedAt)
    const until = new Date(at.getTime() + HELD_MS).toISOString()
    if (await claimJob(storage.db, { name, holder, now: at.toISOString(), until })) break
    if (Date.now() - startedAt > PATIENCE_MS) {
      throw new HttpError(busyCode, busy)
    }
    await setTimeout(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await releaseJobs(storage.db, holder)
  }
}
