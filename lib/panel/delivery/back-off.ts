const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Before the second attempt, the third, and so on: the last one is not quite three days after the first. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
] as const
/** After the first attempt of a course no further one begins. */
const COURSE_MS = 72 * HOUR
const MIN_ASKED_MS = SECOND
const MAX_ASKED_MS = 24 * HOUR
/** Waits are shorter by up to this part, so that what failed together does not come again together. */
const JITTER = 0.1

/** A wait, a little shorter by chance. `random`: 0 to 1. */
export const withJitter = (ms: number, random: number): number => Math.round(ms * (1 - JITTER * random))

type Failed = {
  /** Failed attempts of the present course, this one included. */
  readonly failures: number
  /** When the course began, and now; ms. */
  readonly courseAt: number
  readonly now: number
  /** What the receiver asked for; ms. */
  readonly askedMs: number | undefined
  readonly random: number
}

/** When it is tried again, in ms; undefined when it is not. */
export function nextAttempt({ failures, courseAt, now, askedMs, random }: Failed): number | undefined {
  const wait = WAITS_MS[failures - 1]
  const end = courseAt + COURSE_MS
  if (wait === undefined || now >= end) return undefined
  // Whoever asks for more than is left gets the last moment.
  return Math.min(now + Math.max(withJitter(wait, random), askedMs ?? 0), end)
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), between a second and a day; undefined for anything else. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : dateIn(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_ASKED_MS), MAX_ASKED_MS)
}

const dateIn = (text: string): number => (/^[A-Z][a-z]{2}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN)
