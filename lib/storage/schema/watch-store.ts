import { isKnownSchema, newestSchema } from '../migrate'
import type { Storage } from '../storage'
import { readNotes, type StoreNotes } from './store-notes'

/** Each check reads one row by its key. */
const CHECK_EVERY_MS = 5000

/** A one-line reason why this process must not write to a store; undefined if it may. */
export function storeRefusalOf(
  { neededByWriters, movedTo, arrivingFrom }: StoreNotes,
  location: string,
): string | undefined {
  if (movedTo !== undefined) return `the store at ${location} was moved to ${movedTo}; use it there`
  if (arrivingFrom !== undefined) {
    return `the store at ${location} is incomplete: its move from ${arrivingFrom} was not finished; run it again`
  }
  if (neededByWriters === undefined || isKnownSchema(neededByWriters)) return undefined
  return `the store at ${location} was migrated by a newer version of the panel (it needs ${neededByWriters}; this process knows up to ${newestSchema()})`
}

/**
 * Checks every few seconds whether the store was moved, or migrated beyond what this process supports. Then it calls
 * `onRefused` once with a one-line reason and stops. An unavailable store is checked again.
 */
export function watchStore(
  { db, location }: Storage,
  onRefused: (line: string) => void,
  everyMs = CHECK_EVERY_MS,
): { stop(): void } {
  const check = async () => {
    const refusal = storeRefusalOf(await readNotes(db), location)
    if (refusal === undefined || !running) return
    stop()
    onRefused(refusal)
  }
  const timer = setInterval(() => void check().catch(() => undefined), everyMs)
  timer.unref()
  let running = true
  const stop = () => {
    running = false
    clearInterval(timer)
  }
  return { stop }
}
