import type { ApiError } from './api-error'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits before the second attempt, the third, and so on; after the last of them follows none, or `lastMs` for ever. */
export type Waits = { readonly waitsMs: readonly number[]; readonly lastMs?: number }

/** After so many failures; undefined when it is not tried again. */
export const waitAfter = (failures: number, { waitsMs, lastMs }: Waits): number | undefined =>
  waitsMs[failures - 1] ?? lastMs

type Doubling = { readonly firstMs: number; readonly longestMs: number; readonly askedMs?: number }

/** The first wait, doubled with each further failure up to the longest; at least what was asked for. */
export const doubledWait = (failures: number, { firstMs, longestMs, askedMs = 0 }: Doubling): number =>
  Math.max(askedMs, Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20)))

/** The instant after a wait, as the store keeps it. */
export const instantAfter = (now: Date, waitMs: number): string => new Date(now.getTime() + waitMs).toISOString()

/**
 * How long a service that refused is left alone: as long as it asks for, an hour at most. A refusal (402, 403) is for somebody to mend;
 * what is broken in between is tried again sooner.
 */
export function refusalWait({ status, retryAfterS }: Pick<ApiError, 'status' | 'retryAfterS'>): number {
  if (retryAfterS !== undefined) return Math.min(HOUR, Math.max(SECOND, retryAfterS * SECOND))
  return status >= 400 && status < 500 && status !== 429 ? 5 * MINUTE : 30 * SECOND
}

type Refused<P extends string> = { readonly problem: P; readonly retryAfterS?: number | undefined }

/**
 * When a service that an account asks again and again is asked next. What was refused is for somebody to mend; what is broken in between
 * is tried again sooner, but ever more seldom. What is asked for holds up to the longest wait.
 */
export function setBackBy<P extends string>(
  { problem, retryAfterS = 0 }: Refused<P>,
  { failures, now, longestMs }: { readonly failures: number; readonly now: Date; readonly longestMs: number },
) {
  const isBroken = ['rate_limited', 'unreachable', 'unreadable'].includes(problem)
  const waitMs = isBroken ? doubledWait(failures + 1, { firstMs: MINUTE, longestMs }) : HOUR
  const wait = Math.min(longestMs, Math.max(waitMs, retryAfterS * SECOND))
  return { problem, failures: failures + 1, retry_at: instantAfter(now, wait) }
}

/** How a message is tried again. After the first attempt of a course no further one begins once `courseMs` are over. */
export type Course = Waits & { readonly courseMs: number }

/** By HTTP: the last attempt is not quite three days after the first. */
export const postCourse: Course = {
  waitsMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR],
  courseMs: 72 * HOUR,
}
/** By SMTP, also not quite three days; a server that was away in between takes none of them. */
export const mailCourse: Course = {
  waitsMs: [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map((minutes) => minutes * MINUTE),
  courseMs: Infinity,
}

const MIN_ASKED_MS = SECOND
const MAX_ASKED_MS = 24 * HOUR
/** Waits are shorter by up to this part, so that what failed together does not come again together. */
const JITTER = 0.1

/** A wait, a little shorter by chance. `random`: 0 to 1. */
export const withJitter = (ms: number, random: number): number => Math.round(ms * (1 - JITTER * random))

type Failed = {
  readonly course: Course
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
export function nextAttempt({ course, failures, courseAt, now, askedMs, random }: Failed): number | undefined {
  const wait = waitAfter(failures, course)
  const end = courseAt + course.courseMs
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
