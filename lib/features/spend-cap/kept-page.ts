import { createHash } from 'node:crypto'

import { maskForLog } from '@/lib/http/mask-personal'

/** An answer as it is kept: personal numbers masked, and the hash of that very text. */
export function toKeptText(answer: unknown): { readonly answer: string; readonly sha256: string } {
  const text = JSON.stringify(maskForLog(answer))
  return { answer: text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Answers are told apart by when they were asked for: none is as old as the one before it, whatever the clock says. */
export function laterThan(newest: { readonly asked_at: string } | undefined, now: Date): string {
  const before = newest === undefined ? 0 : Date.parse(newest.asked_at)
  return new Date(Math.max(now.getTime(), before + 1)).toISOString()
}
