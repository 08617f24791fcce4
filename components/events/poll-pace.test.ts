import { expect, it } from 'vitest'

import { pollDelay } from './poll-pace'

const calm = { more: false, isHidden: false, isTold: false, failures: 0, retryAfterS: undefined }

it('asks often while it is looked at, seldom while hidden, and at once while there is more', () => {
  expect(pollDelay(calm)).toBe(10_000)
  expect(pollDelay({ ...calm, isHidden: true })).toBe(60_000)
  expect(pollDelay({ ...calm, isTold: true })).toBe(60_000)
  expect(pollDelay({ ...calm, more: true, isHidden: true })).toBeLessThan(100)
})

it('slows down with every failure, up to five minutes', () => {
  const delays = [1, 2, 3, 4, 5, 50].map((failures) => pollDelay({ ...calm, failures }))
  expect(delays).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
})

it('waits as long as a refusal asks for, though it were to catch up', () => {
  expect(pollDelay({ ...calm, failures: 1, retryAfterS: 90, more: true })).toBe(90_000)
  expect(pollDelay({ ...calm, failures: 1, retryAfterS: 1 })).toBe(10_000)
})
