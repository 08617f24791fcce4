import type { ApiError } from './api-error'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Waits before the second attempt, the third, and so on; after the last of them there is no retry, or `lastMs` repeats
 * forever.
 */
export type RetryWaits = { readonly waitsMs: readonly number[]; readonly lastMs?: number }

/** The wait after a number of failures; undefined when there is no retry. */
export const waitAfter = (failures: number, { waitsMs, lastMs }: RetryWaits): number | undefined =>
  waitsMs[failures - 1] ?? lastMs

type DoublingOptions = { readonly firstMs: number; readonly longestMs: number; readonly requestedMs?: number }

/** The first wait, doubled with each failure up to the longest; at least the requested wait. */
export const doubledWait = (failures: number, { firstMs, longestMs, requestedMs = 0 }: DoublingOptions): number =>
  Math.max(requestedMs, Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20)))

/** The instant after a wait, in the store's format. */
export const instantAfter = (now: Date, waitMs: number): string => new Date(now.getTime() + waitMs).toISOString()

/**
 * How long to leave a failing service alone: as long as it requests, up to an hour. A refusal (402, 403) needs a person
 * to fix it, so the wait is longer than after a temporary failure.
 */
export function refusalWait({ status, retryAfterS }: Pick<ApiError, 'status' | 'retryAfterS'>): number {
  if (retryAfterS !== undefined) return Math.min(HOUR, Math.max(SECOND, retryAfterS * SECOND))
  return status >= 400 && status < 500 && status !== 429 ? 5 * MINUTE : 30 * SECOND
}

type ServiceRefusal<P extends string> = { readonly problem: P; readonly retryAfterS?: number | undefined }

/**
 * The next poll of a service for an account. Refusals need a person to fix them; temporary failures are retried sooner,
 * but less and less often. A requested wait counts up to the longest one.
 */
export function postponePoll<P extends string>(
  { problem, retryAfterS = 0 }: ServiceRefusal<P>,
  { failures, now, longestMs }: { readonly failures: number; readonly now: Date; readonly longestMs: number },
) {
  const isBroken = ['rate_limited', 'unreachable', 'unreadable'].includes(problem)
  const waitMs = isBroken ? doubledWait(failures + 1, { firstMs: MINUTE, longestMs }) : HOUR
  const wait = Math.min(longestMs, Math.max(waitMs, retryAfterS * SECOND))
  return { problem, failures: failures + 1, retry_at: instantAfter(now, wait) }
}

/** The retry cycle of a message. No attempt begins later than `courseMs` after the first one. */
export type RetryCycle = RetryWaits & { readonly maxMs: number }

/** By HTTP: the last attempt is not quite three days after the first. */
export const postRetryCycle: RetryCycle = {
  waitsMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR],
  maxMs: 72 * HOUR,
}
/** By SMTP, also not quite three days; attempts while the server is unavailable do not count. */
export const mailRetryCycle: RetryCycle = {
  waitsMs: [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map((minutes) => minutes * MINUTE),
  maxMs: Infinity,
}

const MIN_REQUESTED_MS = SECOND
const MAX_REQUESTED_MS = 24 * HOUR
/** Waits are shortened by up to this fraction, so that simultaneous failures are not retried at the same time. */
const JITTER = 0.1

/** A wait, randomly shortened. `random`: 0 to 1. */
export const withJitter = (ms: number, random: number): number => Math.round(ms * (1 - JITTER * random))

type FailedAttempt = {
  readonly cycle: RetryCycle
  /** Failed attempts of the present retry cycle, including this one. */
  readonly failures: number
  /** Start of the retry cycle, and now; epoch milliseconds. */
  readonly cycleStartedAt: number
  readonly now: number
  /** Wait that the receiver requested, in milliseconds. */
  readonly requestedMs: number | undefined
  readonly random: number
}

/** Time of the next attempt in epoch milliseconds; undefined when there is none. */
export function nextAttempt({
  cycle,
  failures,
  cycleStartedAt,
  now,
  requestedMs,
  random,
}: FailedAttempt): number | undefined {
  const wait = waitAfter(failures, cycle)
  const end = cycleStartedAt + cycle.maxMs
  if (wait === undefined || now >= end) return undefined
  // A requested wait beyond the end of the cycle is cut to its last moment.
  return Math.min(now + Math.max(withJitter(wait, random), requestedMs ?? 0), end)
}

/**
 * Milliseconds of `Retry-After`, given in seconds or as a date (RFC 9110, 10.2.3), limited to between a second and a
 * day; undefined for anything else.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : dateIn(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, MIN_REQUESTED_MS), MAX_REQUESTED_MS)
}

const dateIn = (text: string): number => (/^[A-Z][a-z]{2}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN)
