import { expect, it } from 'vitest'

import { pollDelay } from './poll-pace'

const calm = { more: false, isHidden: false, isPushed: false, failures: 0, retryAfterS: undefined }

it('polls often while visible, seldom while hidden, and at once while more events are waiting', () => {
  expect(pollDelay(calm)).toBe(10_000)
  expect(pollDelay({ ...calm, isHidden: true })).toBe(60_000)
  expect(pollDelay({ ...calm, isPushed: true })).toBe(60_000)
  expect(pollDelay({ ...calm, more: true, isHidden: true })).toBeLessThan(100)
})

it('polls more slowly with every failure, up to every five minutes', () => {
  const delays = [1, 2, 3, 4, 5, 50].map((failures) => pollDelay({ ...calm, failures }))
  expect(delays).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
})

it('waits for Retry-After even when more events are waiting', () => {
  expect(pollDelay({ ...calm, failures: 1, retryAfterS: 90, more: true })).toBe(90_000)
  expect(pollDelay({ ...calm, failures: 1, retryAfterS: 1 })).toBe(10_000)
})
