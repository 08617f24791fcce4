import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { HttpError } from '@/lib/http/errors'
import { claimJob, holdJob, releaseJobs } from '@/lib/storage/engine/job-locks'

import type { PanelContext } from './context'

/** A process that died in a piece of work holds the others up for so long at most; work under way renews its turn. */
const HELD_MS = 120_000
const PATIENCE_MS = 20_000
const POLL_MS = 25

type Turn = Pick<PanelContext, 'storage' | 'now'> & {
  /** Work of one name takes turns. */
  readonly name: string
  /** Why it is refused when it would have to wait too long. */
  readonly busy: string
  readonly busyCode?: 'unavailable' | 'asked_already'
  /** For tests, whose time is short. */
  readonly heldMs?: number
}

/** Work of one name runs one after another, whoever runs it and in whichever process: each finds what the one before has left. */
export async function takeTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  const { storage, now, name, busy, busyCode = 'unavailable', heldMs = HELD_MS } = turn
  // Not the request's id, which a caller may choose and several calls may have.
  const holder = randomUUID()
  const startedAt = Date.now()
  const untilOf = (at: Date) => new Date(at.getTime() + heldMs).toISOString()
  for (;;) {
    const at = new Date(now.getTime() + Date.now() - startedAt)
    if (await claimJob(storage.db, { name, holder, now: at.toISOString(), until: untilOf(at) })) break
    if (Date.now() - startedAt > PATIENCE_MS) {
      throw new HttpError(busyCode, busy)
    }
    await pause(POLL_MS)
  }
  // A call that is paid for may take longer: nobody else asks for the same meanwhile. A store that is away is tried again.
  const renewing = setInterval(() => {
    const until = untilOf(new Date(now.getTime() + Date.now() - startedAt))
    void holdJob(storage.db, { name, holder, until }).catch(() => undefined)
  }, heldMs / 4).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await releaseJobs(storage.db, holder)
  }
}
