import { setTimeout } from 'node:timers/promises'

import { isLost } from './outage'
import { isMixedUp } from './prepared'

const TRIES = 4
const FIRST_PAUSE_MS = 10

/**
 * Runs a transaction, again from its beginning where it lost to another one (deadlock, serialization), or where its prepared
 * statements had names that a connection pooler mixed up. Nothing of what lost was committed. What `run` does outside of the
 * transaction has to bear being done twice.
 */
export async function repeatLost<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !(isLost(error) || isMixedUp(error))) throw error
      // By chance, so that the two do not meet again.
      await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}
