import { createHash } from 'node:crypto'

import { maskForLog } from '@/lib/http/mask-personal'

/** The stored form of an answer: masked personal numbers, with the hash of exactly that text. */
export function toStoredText(answer: unknown): { readonly answer: string; readonly sha256: string } {
  const text = JSON.stringify(maskForLog(answer))
  return { answer: text, sha256: createHash('sha256').update(text).digest('hex') }
}

/**
 * Answers are identified by their request time, so each gets a later instant than the previous one, whatever the clock
 * shows.
 */
export function laterThan(newest: { readonly asked_at: string } | undefined, now: Date): string {
  const before = newest === undefined ? 0 : Date.parse(newest.asked_at)
  return new Date(Math.max(now.getTime(), before + 1)).toISOString()
}
