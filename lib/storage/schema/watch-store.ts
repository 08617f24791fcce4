import { isKnownSchema, newestSchema } from '../migrate'
import type { Storage } from '../storage'
import { readNotes, type StoreNotes } from './store-notes'

/** One row by its key each time. */
const LOOK_EVERY_MS = 5000

/** Why this process must not write to a store, in one line; undefined when it may. */
export function storeRefusalOf(
  { neededByWriters, movedTo, arrivingFrom }: StoreNotes,
  location: string,
): string | undefined {
  if (movedTo !== undefined) return `the store at ${location} was moved to ${movedTo}; use it there`
  if (arrivingFrom !== undefined) {
    return `the store at ${location} is not whole: its move from ${arrivingFrom} was not finished; run it again`
  }
  if (neededByWriters === undefined || isKnownSchema(neededByWriters)) return undefined
  return `the store at ${location} was migrated by a newer version of the panel (it needs ${neededByWriters}; this process knows up to ${newestSchema()})`
}

/**
 * Looks every few seconds whether the store has been migrated past what this process may write to, or was moved. Calls `onRefused` once,
 * with one line, and ends. A store that does not answer is looked at again.
 */
export function watchStore(
  { db, location }: Storage,
  onRefused: (line: string) => void,
  everyMs = LOOK_EVERY_MS,
): { stop(): void } {
  const look = async () => {
    const refusal = storeRefusalOf(await readNotes(db), location)
    if (refusal === undefined || !running) return
    stop()
    onRefused(refusal)
  }
  const timer = setInterval(() => void look().catch(() => undefined), everyMs)
  timer.unref()
  let running = true
  const stop = () => {
    running = false
    clearInterval(timer)
  }
  return { stop }
}
