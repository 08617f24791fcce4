import { setTimeout } from 'node:timers/promises'

import { isLost } from './outage'
import { isMixedUp } from './prepared'

const TRIES = 4
const FIRST_PAUSE_MS = 10

/**
 * Runs a transaction and retries it if it lost to another one (deadlock, serialization), or if a connection pooler
 * mixed up the names of its prepared statements. Nothing of a failed attempt was committed. Everything that `run` does
 * outside the transaction must be safe to repeat.
 */
export async function repeatLost<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !(isLost(error) || isMixedUp(error))) throw error
      // Random, so that the two transactions do not collide again.
      await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}
