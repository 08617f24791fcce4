import { afterEach, expect, it, vi } from 'vitest'

import { clockSkewMs, noteServerTime, serverNow, subscribeSkew } from './server-clock'

const local = Date.parse('2026-11-20T12:00:00Z')
const toDateHeader = (ms: number) => new Date(ms).toUTCString()
afterEach(() => noteServerTime(toDateHeader(local), local))

it('treats a difference of 80 seconds as no clock skew', () => {
  noteServerTime(toDateHeader(local - 80_000), local)
  expect(clockSkewMs()).toBe(0)
})

it.each([3_600_000, -3_600_000])('detects a clock that is off by %i ms and corrects the time', (offset) => {
  const listener = vi.fn()
  const stop = subscribeSkew(listener)
  noteServerTime(toDateHeader(local + offset), local)
  noteServerTime(toDateHeader(local + offset + 1000), local)
  expect(clockSkewMs()).toBe(offset)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(Math.abs(serverNow() - Date.now() - offset)).toBeLessThan(50)
  stop()
  noteServerTime(toDateHeader(local), local)
  expect(clockSkewMs()).toBe(0)
  expect(listener).toHaveBeenCalledTimes(1)
})

it('ignores a missing or invalid date', () => {
  noteServerTime(toDateHeader(local + 3_600_000), local)
  noteServerTime(null, local)
  noteServerTime('yesterday', local)
  expect(clockSkewMs()).toBe(3_600_000)
})
