import type { Db } from '@/lib/storage/storage'

import { countProofFailure, findProofFailures } from './statements/proof-failures'
import type { ProofFailureTable } from './tables'

/** Consecutive wrong guesses, over all challenges and sessions, before guessing is locked. */
export const MAX_FAILURES = 10
/** Duration of the lock in milliseconds. Only a person with the password or a session can cause it. */
export const LOCK_MS = 15 * 60_000

type Guess = Pick<ProofFailureTable, 'user_id' | 'kind'>

/** Counts the guess before it is verified. Returns the seconds to wait; 0 if the guess may be verified. */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<number> {
  const until = new Date(now.getTime() + LOCK_MS).toISOString()
  if (await countProofFailure(db, guess, { now: now.toISOString(), until, after: MAX_FAILURES })) return 0
  const { locked_until = null } = (await findProofFailures(db, guess)) ?? {}
  const remainingMs = locked_until === null ? 0 : Date.parse(locked_until) - now.getTime()
  return Math.max(1, Math.ceil(remainingMs / 1000))
}
