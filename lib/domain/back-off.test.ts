import { describe, expect, it } from 'vitest'

import {
  doubledWait,
  mailRetryCycle,
  nextAttempt,
  postRetryCycle,
  readRetryAfter,
  waitAfter,
  withJitter,
} from './back-off'

const HOUR = 3_600_000

/** Times of all attempts of a retry cycle in ms, from the first one. */
function attemptTimes(random: number): number[] {
  const attempts = [0]
  for (;;) {
    const now = attempts.at(-1) ?? 0
    const next = nextAttempt({
      cycle: postRetryCycle,
      failures: attempts.length,
      cycleStartedAt: 0,
      now,
      requestedMs: undefined,
      random,
    })
    if (next === undefined) return attempts
    attempts.push(next)
  }
}

describe('attempts', () => {
  it('are ten within three days, in ascending order, for any jitter', () => {
    for (const random of [0, 0.5, 1]) {
      const attempts = attemptTimes(random)
      expect(attempts).toHaveLength(10)
      expect(attempts.at(-1)).toBeLessThanOrEqual(72 * HOUR)
      expect(attempts.at(-1)).toBeGreaterThan(60 * HOUR)
    }
    expect(attemptTimes(0).slice(0, 4)).toEqual([0, 5000, 305_000, 2_105_000])
  })

  it('wait as long as the receiver requests, but not beyond the third day', () => {
    const failed = { cycle: postRetryCycle, failures: 1, cycleStartedAt: 0, random: 0 }
    expect(nextAttempt({ ...failed, now: 0, requestedMs: 60_000 })).toBe(60_000)
    expect(nextAttempt({ ...failed, now: 0, requestedMs: 1000 })).toBe(5000)
    expect(nextAttempt({ ...failed, now: 71 * HOUR, requestedMs: 24 * HOUR })).toBe(72 * HOUR)
    expect(nextAttempt({ ...failed, now: 72 * HOUR, requestedMs: undefined })).toBeUndefined()
  })

  it('are only shortened by jitter, never lengthened', () => {
    expect([withJitter(1000, 0), withJitter(1000, 1)]).toEqual([1000, 900])
  })
})

describe('waits', () => {
  it('increase by steps, and end or repeat the last', () => {
    const steps = { waitsMs: [1, 2] }
    expect([1, 2, 3].map((failures) => waitAfter(failures, steps))).toEqual([1, 2, undefined])
    expect(waitAfter(3, { ...steps, lastMs: 9 })).toBe(9)
    const mails = mailRetryCycle.waitsMs.reduce((sum, each) => sum + each, 0)
    expect(mails / HOUR).toBeGreaterThan(70)
    expect(mails / HOUR).toBeLessThan(72)
  })

  it('double up to the longest, and are never shorter than requested', () => {
    const options = { firstMs: 5, longestMs: 60 }
    expect([1, 2, 3, 4, 5, 500].map((failures) => doubledWait(failures, options))).toEqual([5, 10, 20, 40, 60, 60])
    expect(doubledWait(1, { ...options, requestedMs: 90 })).toBe(90)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T11:00:00.000Z')
  it.each([
    ['120', 120_000],
    ['0', 1000],
    ['999999', 24 * HOUR],
    ['Fri, 20 Nov 2026 11:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 10:00:00 GMT', 1000],
    ['Fri, 20 Nov 2099 10:00:00 GMT', 24 * HOUR],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %j', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms)
  })
})
