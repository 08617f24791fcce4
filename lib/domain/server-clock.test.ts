import { afterEach, expect, it, vi } from 'vitest'

import { clockSkewMs, noteServerTime, serverNow, subscribeSkew } from './server-clock'

const local = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(ms).toUTCString()
afterEach(() => noteServerTime(at(local), local))

it('takes latency and whole seconds for no difference', () => {
  noteServerTime(at(local - 80_000), local)
  expect(clockSkewMs()).toBe(0)
})

it.each([3_600_000, -3_600_000])('knows a clock that is off by %i ms, and corrects the time', (off) => {
  const heard = vi.fn()
  const stop = subscribeSkew(heard)
  noteServerTime(at(local + off), local)
  noteServerTime(at(local + off + 1000), local)
  expect(clockSkewMs()).toBe(off)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(Math.abs(serverNow() - Date.now() - off)).toBeLessThan(50)
  stop()
  noteServerTime(at(local), local)
  expect(clockSkewMs()).toBe(0)
  expect(heard).toHaveBeenCalledTimes(1)
})

it('is not told anything by what is no date', () => {
  noteServerTime(at(local + 3_600_000), local)
  noteServerTime(null, local)
  noteServerTime('yesterday', local)
  expect(clockSkewMs()).toBe(3_600_000)
})
