import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { instantAfter } from '@/lib/domain/back-off'
import { HttpError } from '@/lib/http/errors'
import { claimJob, releaseJobs } from '@/lib/storage/engine/job-locks'
import { whileRenewing } from '@/lib/storage/engine/lease'

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
  const { busy, busyCode = 'unavailable', now } = turn
  const done = await tryTurn({ ...turn, waitMs: PATIENCE_MS, since: now }, work)
  if (!done) throw new HttpError(busyCode, busy)
  return done.result
}

type Waiting = Pick<Turn, 'storage' | 'name' | 'heldMs'> & { readonly waitMs: number; readonly since: Date }

/** The same for who goes on without: undefined when it would have to wait longer than `waitMs`. */
export async function tryTurn<T>(turn: Waiting, work: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
  const { storage, name, waitMs, since, heldMs = HELD_MS } = turn
  // Not the request's id, which a caller may choose and several calls may have.
  const holder = randomUUID()
  const startedAt = Date.now()
  const clock = () => new Date(since.getTime() + Date.now() - startedAt)
  const claim = () => {
    const now = clock()
    return claimJob(storage.db, { name, holder, now: now.toISOString(), until: instantAfter(now, heldMs) })
  }
  while (!(await claim())) {
    if (Date.now() - startedAt >= waitMs) return undefined
    await pause(POLL_MS)
  }
  try {
    // A call that is paid for may take longer: nobody else asks for the same meanwhile.
    return { result: await whileRenewing(claim, heldMs / 4, work) }
  } finally {
    await releaseJobs(storage.db, holder)
  }
}
